"use client";

import { useFormProblems } from "./action-form.tsx";

/** Problem of a group of fields in an {@link ActionForm}. */
export function FieldProblem({ name }: { name: string }) {
  const problem = useFormProblems().fields[name];
  if (!problem) return null;
  return (
    <p role="alert" className="font-medium text-negative text-sm">
      {problem}
    </p>
  );
}
