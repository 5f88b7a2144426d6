"use client";

import { useFormProblems } from "./action-form.tsx";

/** What is wrong with a group of fields of an {@link ActionForm}. */
export function FieldProblem({ name }: { name: string }) {
  const problem = useFormProblems().fields[name];
  if (!problem) return null;
  return (
    <p role="alert" className="font-medium text-negative text-sm">
      {problem}
    </p>
  );
}
