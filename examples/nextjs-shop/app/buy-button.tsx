"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";

type Props = { children: ReactNode; describedBy?: string };

export function BuyButton({ children, describedBy }: Props) {
  const { pending } = useFormStatus();
  return (
    <button type="submit" aria-disabled={pending} aria-describedby={describedBy}>
      {children}
    </button>
  );
}
