"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonLook } from "./button.tsx";

type Props = {
  busyText: string;
  children: string;
  icon?: ReactNode;
  look?: ButtonLook;
  size?: "regular" | "large";
  wide?: boolean;
  name?: string;
  value?: string;
  "aria-describedby"?: string | undefined;
};

/** A form is sent once at a time. */
export function SubmitButton({ busyText, children, ...look }: Props) {
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
