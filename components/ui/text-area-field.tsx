"use client";

import { useFormProblems } from "./action-form.tsx";

type Props = {
  name: string;
  label: string;
  defaultValue?: string;
  hint?: string;
  rows?: number;
  mono?: boolean;
};

export function TextAreaField({ name, label, defaultValue, hint, rows = 4, mono = false }: Props) {
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
      <textarea
        id={id}
        name={name}
        rows={rows}
        defaultValue={kept}
        spellCheck={mono ? false : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        aria-invalid={error ? true : undefined}
        className={`w-full rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative ${mono ? "font-mono text-sm" : ""}`}
      />
      {error && (
        <p id={errorId} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
