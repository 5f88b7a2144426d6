"use client";

import { useFormProblems } from "./action-form.tsx";
import { Choice } from "./choice.tsx";

type Props = {
  name: string;
  legend: string;
  options: { value: string; title: string; detail: string }[];
  chosen: string;
};

/** Of an {@link ActionForm}: keeps the choice that was sent. */
export function ChoiceField({ name, legend, options, chosen }: Props) {
  const { values } = useFormProblems();
  const kept = values[name] ?? chosen;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options.map((option) => (
        <Choice
          // A reset form would choose the first state of this element.
          key={`${option.value} ${kept}`}
          name={name}
          {...option}
          defaultChecked={option.value === kept}
        />
      ))}
    </fieldset>
  );
}
