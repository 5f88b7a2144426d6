"use client";

import { useRef } from "react";
import { useFormProblems } from "./action-form.tsx";
import { Labelled } from "./labelled.tsx";

type Props = {
  name: string;
  label: string;
  hint: string;
  pickLabel: string;
  defaultValue: string;
  /** Picker value while the text is no colour. */
  fallback: string;
};

export function ColourField({ name, label, hint, pickLabel, defaultValue, fallback }: Props) {
  const { fields, values } = useFormProblems();
  const picker = useRef<HTMLInputElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const value = values[name] ?? defaultValue;
  return (
    <div className="grid gap-1.5">
      <Labelled name={name} label={label} hint={hint} error={fields[name]}>
        {(control) => (
          <div className="flex gap-2">
            <input
              ref={picker}
              type="color"
              aria-label={pickLabel}
              defaultValue={pickerValue(value, fallback)}
              className="needs-script h-12 w-14 shrink-0 cursor-pointer rounded-soft border border-edge bg-card p-1.5"
              onInput={({ currentTarget }) => {
                if (typed.current) typed.current.value = currentTarget.value;
              }}
            />
            <input
              {...control}
              ref={typed}
              type="text"
              defaultValue={value}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2.5 font-mono text-base text-ink aria-invalid:border-negative"
              onInput={({ currentTarget }) => {
                if (picker.current)
                  picker.current.value = pickerValue(currentTarget.value, fallback);
              }}
            />
          </div>
        )}
      </Labelled>
    </div>
  );
}

function pickerValue(text: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : fallback;
}
