"use client";

import { useFormProblems } from "./action-form.tsx";
import { type ColourFieldProps, pickerValue } from "./colour-field.script.ts";
import { Labelled } from "./labelled.tsx";
import { PageElement } from "./page-element.tsx";

type Props = Pick<ColourFieldProps, "fallback"> & {
  name: string;
  label: string;
  hint: string;
  pickLabel: string;
  defaultValue: string;
};

export function ColourField({ name, label, hint, pickLabel, defaultValue, fallback }: Props) {
  const { fields, values } = useFormProblems();
  const error = fields[name];
  const value = values[name] ?? defaultValue;
  return (
    <PageElement<ColourFieldProps>
      name="page-colour-field"
      props={{ value, error, fallback }}
      className="grid gap-1.5"
    >
      <Labelled name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <input
              type="color"
              aria-label={pickLabel}
              defaultValue={pickerValue(value, fallback)}
              className="needs-script h-12 w-14 shrink-0 cursor-pointer rounded-soft border border-edge bg-card p-1.5"
            />
            <input
              {...control}
              type="text"
              defaultValue={value}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2.5 font-mono text-base text-ink aria-invalid:border-negative"
            />
          </div>
        )}
      </Labelled>
    </PageElement>
  );
}
