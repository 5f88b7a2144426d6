"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonLook } from "./button.tsx";

type Props = {
  busyText: string;
  children: string;
  look?: ButtonLook;
  size?: "regular" | "large";
  wide?: boolean;
  /** Disabled, but keeps the focus. */
  isWaiting?: boolean;
  autoFocus?: boolean;
  name?: string;
  value?: string;
  "data-leaves"?: "";
  "aria-describedby"?: string | undefined;
};

export function SubmitButton({ busyText, children, isWaiting = false, ...look }: Props) {
  const { pending } = useFormStatus();
  const isIdle = !pending && !isWaiting;
  return (
    <Button
      {...look}
      aria-disabled={!isIdle}
      onClick={(event) => {
        if (!isIdle) event.preventDefault();
      }}
    >
      {pending ? busyText : children}
    </Button>
  );
}
