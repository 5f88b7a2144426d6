"use client";

import { Button } from "#components/ui/button.tsx";

/** Opens the payment's dialog again after the shopper has closed it. */
export function OpenCheckout({ children }: { children: string }) {
  return (
    <div className="needs-script">
      <Button type="button" onClick={() => document.querySelector("bankside-checkout")?.open()}>
        {children}
      </Button>
    </div>
  );
}
