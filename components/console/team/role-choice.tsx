"use client";

import { useFormProblems } from "#components/ui/action-form.tsx";
import { Choice } from "#components/ui/choice.tsx";

type Props = {
  legend: string;
  options: { value: string; title: string; detail: string }[];
  /** Which one is chosen at first. */
  chosen: string;
};

/** The roles to choose one of, each with what it may do. */
export function RoleChoice({ legend, options, chosen }: Props) {
  const { values } = useFormProblems();
  const kept = values["role"] ?? chosen;
  return (
    // React puts the fields back to their first state after an action; as new ones they have what was chosen.
    <fieldset key={kept} className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options.map((option) => (
        <Choice key={option.value} name="role" {...option} defaultChecked={option.value === kept} />
      ))}
    </fieldset>
  );
}
