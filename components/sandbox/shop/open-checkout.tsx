"use client";

import type { MouseEvent } from "react";
import { ButtonLink } from "#components/ui/button.tsx";

type Props = {
  /** Where the payment is while scripts, or that of the payment service, are still on their way. */
  redirectUrl: string;
  children: string;
};

/** Opens the payment's dialog again after the shopper has closed it. */
export function OpenCheckout({ redirectUrl, children }: Props) {
  const open = (event: MouseEvent) => {
    const dialog = document.querySelector("bankside-checkout");
    if (!dialog || !("open" in dialog)) return;
    event.preventDefault();
    dialog.open();
  };
  return (
    <div className="needs-script">
      <ButtonLink href={redirectUrl} onClick={open}>
        {children}
      </ButtonLink>
    </div>
  );
}
