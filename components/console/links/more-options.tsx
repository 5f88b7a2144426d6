"use client";

import type { ReactNode } from "react";
import { useFormProblems } from "#components/ui/action-form.tsx";
import { Folded } from "#components/ui/folded.tsx";

type Props = { title: string; names: string[]; children: ReactNode };

/** Open while one of its fields has a problem or a value. */
export function MoreOptions({ title, names, children }: Props) {
  const { fields, values } = useFormProblems();
  const isOpen = names.some((name) => fields[name] !== undefined || Boolean(values[name]));
  return (
    <Folded key={String(isOpen)} title={title} isOpen={isOpen}>
      {children}
    </Folded>
  );
}
