"use client";

import { useFormStatus } from "react-dom";
import { Button, type FormButtonProps } from "./button.tsx";

/** A form is sent once at a time. */
export function SubmitButton({ busyText, children, ...look }: FormButtonProps) {
  const { pending } = useFormStatus();
  return (
    <Button
      {...look}
      aria-disabled={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
      }}
    >
      {pending ? busyText : children}
    </Button>
  );
}
