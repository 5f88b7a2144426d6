"use client";

import { useFormProblems } from "./action-form.tsx";
import type { FileFieldProps } from "./file-field.script.ts";
import { PageElement } from "./page-element.tsx";

type Props = Omit<FileFieldProps, "error"> & {
  name: string;
  label: string;
  hint: string;
  accept: string;
};

/** Clears a file that is too large before it is uploaded. */
export function FileField({ name, label, hint, accept, maxBytes, tooLargeText }: Props) {
  const error = useFormProblems().fields[name];
  const id = `field-${name}`;
  return (
    <PageElement<FileFieldProps>
      name="page-file-field"
      props={{ maxBytes, tooLargeText, error }}
      className="grid gap-1.5"
    >
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
        aria-invalid={error ? true : undefined}
        className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card p-2 text-ink text-sm file:me-3 file:min-h-8 file:rounded-soft file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink aria-invalid:border-negative"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </PageElement>
  );
}
