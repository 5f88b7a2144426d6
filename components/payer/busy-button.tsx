import type { ReactNode } from "react";
import { Button, type ButtonLook } from "#components/ui/button.tsx";

type Props = {
  busyText: string;
  children: string;
  icon?: ReactNode;
  look?: ButtonLook;
  size?: "regular" | "large";
  wide?: boolean;
  autoFocus?: boolean;
  name?: string;
  value?: string;
  "data-leaves"?: "";
  "aria-describedby"?: string | undefined;
};

/** Of a light page's form, see busy-forms.script.ts. */
export function BusyButton({ busyText, children, ...look }: Props) {
  return (
    <Button {...look} data-busy={busyText}>
      {children}
    </Button>
  );
}
