"use client";

import type { ComponentProps } from "react";
import { useFormProblems } from "./action-form.tsx";
import { Field } from "./field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "error">;

/** A {@link Field} of an {@link ActionForm}: keeps the typed value and shows its problem. */
export function FormField({ name, defaultValue, ...rest }: Props) {
  const { fields, values } = useFormProblems();
  const error = fields[name];
  const kept = values[name] ?? defaultValue;
  return (
    <Field
      name={name}
      {...rest}
      {...(kept === undefined ? {} : { defaultValue: kept })}
      {...(error === undefined ? {} : { error })}
    />
  );
}
