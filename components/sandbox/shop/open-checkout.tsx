"use client";

import type { MouseEvent } from "react";
import { ButtonLink } from "#components/ui/button.tsx";

type Props = {
  /** Link until the scripts have loaded. */
  redirectUrl: string;
  children: string;
};

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
