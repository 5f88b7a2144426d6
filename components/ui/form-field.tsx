"use client";

import type { ComponentProps } from "react";
import { useFormProblems } from "./action-form.tsx";
import { Field } from "./field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "error">;

/** A {@link Field} of an {@link ActionForm}: it keeps what was typed and shows what is wrong with it. */
export function FormField({ name, defaultValue, ...rest }: Props) {
  const { fields, values } = useFormProblems();
  const error = fields[name];
  const kept = values[name] ?? defaultValue;
  return (
    <Field
      // React puts a field back to its first value after an action; as a new one it has what was typed.
      key={kept}
      name={name}
      {...rest}
      {...(kept === undefined ? {} : { defaultValue: kept })}
      {...(error === undefined ? {} : { error })}
    />
  );
}
