"use client";

import { useFormStatus } from "react-dom";
import { Button, type FormButtonProps } from "./button.tsx";
import { useButtonWords } from "./button-words.tsx";

type Props = Omit<FormButtonProps, "busyText"> & { busyText?: string };

/** A form is sent once at a time. */
export function SubmitButton({ busyText, children, ...look }: Props) {
  const { busy } = useButtonWords();
  const { pending } = useFormStatus();
  return (
    <Button
      {...look}
      aria-disabled={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
      }}
    >
      {pending ? (busyText ?? busy) : children}
    </Button>
  );
}
