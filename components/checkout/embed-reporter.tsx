"use client";

import { useEffect } from "react";
import { isFramed, meetParent, tellParent } from "./parent-frame.ts";

type Props = {
  reference: string;
  state: string;
  origins: string[];
  /** The outcome of a payment that leads nowhere: the embedding page is told, and nobody navigates. */
  ended: "succeeded" | "failed" | null;
};

/** Keeps the embedding page up to date about this frame: that it is there, its height, and the screen it shows. */
export function EmbedReporter({ reference, state, origins, ended }: Props) {
  const registered = origins.join(" ");

  useEffect(() => {
    if (!isFramed()) return;
    const stop = meetParent(registered.split(" ").filter(Boolean));
    tellParent({ type: "ready", reference });
    // A page as high as its window would never let the frame shrink.
    document.documentElement.dataset["framed"] = "";
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height > 0) tellParent({ type: "resize", height });
    });
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [reference, registered]);

  useEffect(() => {
    const awaitsOutcome = state === "succeeded" && ended === null;
    const closable = state !== "processing" && !awaitsOutcome;
    tellParent({ type: "state", reference, state, closable });
    if (ended) tellParent({ type: "outcome", reference, status: ended, returnUrl: null });
  }, [reference, state, ended]);

  return null;
}
