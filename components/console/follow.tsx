"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { useLatest } from "./use-latest.ts";

type Props = {
  /** Returns an object with `field`. */
  address: string;
  field: string;
  /** What the page shows of it. */
  shown: string;
  /** 0 looks only when the reader comes back. */
  everyMs: number;
  /** Shown instead of refreshing the page. */
  news?: ReactNode;
  /** Shown when the page can no longer be updated. */
  stopped?: ReactNode;
};

/** Refreshes the page when what it shows changes. Pauses while the tab is hidden. */
export function Follow({ address, field, shown, everyMs, news, stopped }: Props) {
  const router = useRouter();
  const [isLoading, startLoading] = useTransition();
  const [hasNews, setHasNews] = useState(false);
  const { isOver } = useLatest<Record<string, unknown>>(address, {
    everyMs,
    onLatest: ({ [field]: latest }) => {
      if (typeof latest !== "string" || latest === shown) return;
      if (news) setHasNews(true);
      else if (!isLoading) startLoading(router.refresh);
    },
  });
  return <div role="status">{isOver ? stopped : hasNews && news}</div>;
}
