import type { ReactNode } from "react";

type Control = {
  id: string;
  name: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: Control) => ReactNode;
};

/** Label, hint and error of a control. The control gets the attributes that connect it to them. */
export function Labelled({ name, label, hint, error, children }: Props) {
  const id = `field-${name}`;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={errorId} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </>
  );
}
