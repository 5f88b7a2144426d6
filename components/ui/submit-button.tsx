"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonLook } from "./button.tsx";

type Props = {
  /** Shown while the form is on its way. */
  busyText: string;
  children: string;
  look?: ButtonLook;
  size?: "regular" | "large";
  wide?: boolean;
  /** Does nothing yet, but keeps the focus. */
  isWaiting?: boolean;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
  "aria-describedby"?: string | undefined;
};

/** A submit button that shows that its form is being sent, and ignores a second press meanwhile. */
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
