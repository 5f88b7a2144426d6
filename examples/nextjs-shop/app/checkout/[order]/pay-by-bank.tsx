"use client";

import { BanksideCheckout } from "@bankside/embed/react";
import { useRouter } from "next/navigation";

export function PayByBank({ orderId, redirectUrl }: { orderId: string; redirectUrl: string }) {
  const router = useRouter();
  return (
    <BanksideCheckout
      className="checkout"
      redirectUrl={redirectUrl}
      title="Pay by bank"
      onEvent={(event) => {
        if (event.type === "error") console.warn("Checkout:", event.code);
        if (event.type !== "outcome") return;
        // Without this, the browser loads successUrl or failureUrl. The router is faster.
        event.preventDefault();
        router.push(`/orders/${orderId}`);
      }}
    />
  );
}
