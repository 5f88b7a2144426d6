"use client";

import { useFormProblems } from "./action-form.tsx";
import { Labelled } from "./labelled.tsx";

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
  return (
    <div className="grid gap-1.5">
      <Labelled name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <select
            {...control}
            // A reset form would show the first value of this element.
            key={kept}
            defaultValue={kept}
            className="min-h-12 w-full rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative"
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  );
}
