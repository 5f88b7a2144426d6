"use client";

import { useState } from "react";
import { useFormProblems } from "./action-form.tsx";
import { Labelled } from "./labelled.tsx";

type Props = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  maxBytes: number;
  tooLargeText: string;
};

/** Clears a file that is too large before it is uploaded. */
export function FileField({ name, label, hint, accept, maxBytes, tooLargeText }: Props) {
  const shown = useFormProblems();
  const [chosen, setChosen] = useState<{ shown: typeof shown; isTooLarge: boolean }>();
  // A later response replaces the problem of the chosen file.
  const isTooLarge = chosen?.shown === shown && chosen.isTooLarge;
  return (
    <div className="grid gap-1.5">
      <Labelled
        name={name}
        label={label}
        hint={hint}
        error={isTooLarge ? tooLargeText : shown.fields[name]}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept={accept}
            className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card p-2 text-ink text-sm file:me-3 file:min-h-8 file:rounded-soft file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink aria-invalid:border-negative"
            onChange={({ currentTarget }) => {
              const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > maxBytes;
              if (isTooLarge) currentTarget.value = "";
              setChosen({ shown, isTooLarge });
            }}
          />
        )}
      </Labelled>
    </div>
  );
}
