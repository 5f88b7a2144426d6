"use client";

import { useFormProblems } from "./action-form.tsx";
import { Labelled } from "./labelled.tsx";

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
  return (
    <div className="grid gap-1.5">
      <Labelled name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <textarea
            {...control}
            rows={rows}
            defaultValue={kept}
            spellCheck={mono ? false : undefined}
            className={`w-full rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative ${mono ? "font-mono text-sm" : ""}`}
          />
        )}
      </Labelled>
    </div>
  );
}
