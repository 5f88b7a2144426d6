"use client";

import { ButtonLink } from "#components/ui/button.tsx";
import { useOrderStatus } from "./use-order-status.ts";

type News = { words: string; href: string };
type Props = { orderId: string; paid: News; failed: News; goOn: string };

/**
 * Tells beside the payment's frame what the webhook said. The frame stays: it still leads back to the shop by itself
 * where the browser lets it.
 */
export function OrderNews({ orderId, paid, failed, goOn }: Props) {
  const heard = useOrderStatus(orderId, "open");
  const news = heard === "paid" ? paid : heard === "failed" ? failed : undefined;
  return (
    <div role="status">
      {news && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-soft border border-line bg-sunken px-4 py-3">
          <p className="font-medium">{news.words}</p>
          <ButtonLink href={news.href}>{goOn}</ButtonLink>
        </div>
      )}
    </div>
  );
}
