"use client";

import { useFormProblems } from "#components/ui/action-form.tsx";
import { Choice } from "#components/ui/choice.tsx";

type Props = {
  legend: string;
  options: { value: string; title: string; detail: string }[];
  chosen: string;
};

export function RoleChoice({ legend, options, chosen }: Props) {
  const { values } = useFormProblems();
  const kept = values["role"] ?? chosen;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options.map((option) => (
        <Choice key={option.value} name="role" {...option} defaultChecked={option.value === kept} />
      ))}
    </fieldset>
  );
}
