"use client";

import { useFormProblems } from "./action-form.tsx";

type Props = {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  defaultValue?: string;
  hint?: string;
};

/** Also works outside of an {@link ActionForm}. */
export function SelectField({ name, label, options, defaultValue, hint }: Props) {
  const { fields, values } = useFormProblems();
  const error = fields[name];
  const kept = values[name] ?? defaultValue;
  const id = `field-${name}`;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <select
        id={id}
        name={name}
        defaultValue={kept}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        aria-invalid={error ? true : undefined}
        className="min-h-12 w-full rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {error && (
        <p id={errorId} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
