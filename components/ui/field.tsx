import type { HTMLInputAutoCompleteAttribute } from "react";
import { Labelled } from "./labelled.tsx";

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
  const isLatin = type === "email" || type === "url" || input.inputMode === "numeric";
  return (
    <div className="grid min-w-0 gap-1.5">
      <Labelled name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            type={type}
            dir={isLatin ? "ltr" : undefined}
            className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2.5 text-base text-ink aria-invalid:border-negative"
            {...input}
          />
        )}
      </Labelled>
    </div>
  );
}
