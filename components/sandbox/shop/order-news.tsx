"use client";

import { ButtonLink } from "#components/ui/button.tsx";
import { useOrderStatus } from "./use-order-status.ts";

type News = { words: string; href: string };
type Props = { orderId: string; paid: News; failed: News; goOn: string };

/** Shows the webhook's result next to the frame, which stays because it redirects to the shop if the browser allows it. */
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
