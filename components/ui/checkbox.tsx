"use client";

import type { ReactNode } from "react";
import { useFormProblems } from "./action-form.tsx";

type Props = {
  name: string;
  value?: string;
  defaultChecked?: boolean;
  required?: boolean;
  children: ReactNode;
};

/** In an {@link ActionForm} it keeps the submitted value. */
export function Checkbox({ name, value = "on", defaultChecked, required, children }: Props) {
  const { values } = useFormProblems();
  const wasSent = Object.keys(values).length > 0;
  const checked = wasSent ? values[name] === value : defaultChecked;
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-soft py-2.5 has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={checked}
        required={required}
        className="mt-0.5 size-5 shrink-0 accent-accent focus-visible:outline-none"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
