"use client";

import { useState } from "react";
import { useFormProblems } from "./action-form.tsx";

type Props = {
  name: string;
  label: string;
  hint: string;
  pickLabel: string;
  defaultValue: string;
  /** Picker value while the text is no colour. */
  fallback: string;
};

export function ColourField(props: Props) {
  const { fields, values } = useFormProblems();
  const kept = values[props.name] ?? props.defaultValue;
  return <Inputs key={kept} {...props} defaultValue={kept} error={fields[props.name]} />;
}

function Inputs(props: Props & { error: string | undefined }) {
  const { name, label, hint, pickLabel, defaultValue, fallback, error } = props;
  const [value, setValue] = useState(defaultValue);
  const id = `field-${name}`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={pickLabel}
          value={isColour(value) ? value.toLowerCase() : fallback}
          onChange={({ target }) => setValue(target.value)}
          className="needs-script h-12 w-14 shrink-0 cursor-pointer rounded-soft border border-edge bg-card p-1.5"
        />
        <input
          id={id}
          name={name}
          type="text"
          value={value}
          onChange={({ target }) => setValue(target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
          aria-invalid={error ? true : undefined}
          className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2.5 font-mono text-base text-ink aria-invalid:border-negative"
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
