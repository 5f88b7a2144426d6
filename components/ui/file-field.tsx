"use client";

import { useFormProblems } from "./action-form.tsx";
import type { FileFieldProps } from "./file-field.script.ts";
import { Labelled } from "./labelled.tsx";
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
  return (
    <PageElement<FileFieldProps>
      name="page-file-field"
      props={{ maxBytes, tooLargeText, error }}
      className="grid gap-1.5"
    >
      <Labelled name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept={accept}
            className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card p-2 text-ink text-sm file:me-3 file:min-h-8 file:rounded-soft file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink aria-invalid:border-negative"
          />
        )}
      </Labelled>
    </PageElement>
  );
}
