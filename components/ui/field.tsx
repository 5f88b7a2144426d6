import type { HTMLInputAutoCompleteAttribute } from "react";

type Props = {
  name: string;
  label: string;
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "datetime-local";
  defaultValue?: string;
  hint?: string;
  error?: string;
  required?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: "text" | "numeric" | "decimal" | "email" | "search" | "url";
  maxLength?: number;
  autoFocus?: boolean;
  min?: number;
  max?: number;
};

export function Field({ name, label, hint, error, type = "text", ...input }: Props) {
  const id = `field-${name}`;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const isLatin = type === "email" || type === "url" || input.inputMode === "numeric";
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <input
        id={id}
        name={name}
        type={type}
        dir={isLatin ? "ltr" : undefined}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative"
        {...input}
      />
      {error && (
        <p id={errorId} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
