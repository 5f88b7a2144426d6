"use client";

import { useEffect } from "react";
import type { Outcome } from "#lib/payments/transactions/status.ts";
import { isFramed, meetParent, sendToParent } from "./parent-frame.ts";

type Props = {
  reference: string;
  state: string;
  origins: string[];
  /** The outcome of a payment without a return URL: it is reported to the embedding page, and nothing navigates. */
  ended: Outcome | null;
  /** Why the shopper should stay for now; `null` if they may leave. */
  wait: string | null;
};

export function EmbedReporter({ reference, state, origins, ended, wait }: Props) {
  const registered = origins.join(" ");

  useEffect(() => {
    if (!isFramed()) return;
    meetParent(registered.split(" ").filter(Boolean));
    sendToParent({ type: "ready", reference });
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height > 0) sendToParent({ type: "resize", height });
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [reference, registered]);

  useEffect(() => {
    const awaitsOutcome = state === "succeeded" && ended === null;
    const closable = wait === null && !awaitsOutcome;
    sendToParent({ type: "state", reference, state, closable, ...(wait !== null && { wait }) });
    if (ended) sendToParent({ type: "outcome", reference, status: ended, returnUrl: null });
  }, [reference, state, ended, wait]);

  return null;
}
