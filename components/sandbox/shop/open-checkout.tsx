"use client";

import { Button } from "#components/ui/button.tsx";

type Props = {
  /** Where the payment is without the script of the payment service, which may still be on its way. */
  redirectUrl: string;
  children: string;
};

/** Opens the payment's dialog again after the shopper has closed it. */
export function OpenCheckout({ redirectUrl, children }: Props) {
  const open = () => {
    const dialog = document.querySelector("bankside-checkout");
    if (dialog && "open" in dialog) dialog.open();
    else window.location.assign(redirectUrl);
  };
  return (
    <div className="needs-script">
      <Button type="button" onClick={open}>
        {children}
      </Button>
    </div>
  );
}
