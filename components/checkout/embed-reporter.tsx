"use client";

import { useEffect } from "react";
import { isFramed, tellParent } from "./parent-frame.ts";

type Props = { reference: string; state: string; origins: string[] };

/** Keeps the embedding page up to date about this frame: that it is there, its height, and the screen it shows. */
export function EmbedReporter({ reference, state, origins }: Props) {
  const registered = origins.join(" ");

  useEffect(() => {
    const list = registered.split(" ").filter(Boolean);
    tellParent({ type: "ready", reference }, list);
    if (!isFramed()) return;
    // A page as high as its window would never let the frame shrink.
    document.documentElement.dataset["framed"] = "";
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height > 0) tellParent({ type: "resize", height }, list);
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [reference, registered]);

  useEffect(() => {
    tellParent({ type: "state", reference, state }, registered.split(" ").filter(Boolean));
  }, [reference, state, registered]);

  return null;
}
