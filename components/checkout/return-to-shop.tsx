"use client";

import { useEffect, useState } from "react";
import { hearParent, isFramed, tellParent, waitForAck } from "./parent-frame.ts";

type Props = {
  reference: string;
  status: "succeeded" | "failed";
  returnUrl: string;
  /** Time to read the outcome; 0 goes at once. */
  delayMs: number;
  goingText: string;
  blockedText: string;
  /** Id of the link that stays when the browser refuses. */
  linkId: string;
};

/** Some browsers refuse to leave without saying so. */
const REFUSAL_WAIT_MS = 3_000;

/** Takes the shopper back to the shop: by the embedding page, else by itself, else by a click on the link. */
export function ReturnToShop(props: Props) {
  const { reference, status, returnUrl, delayMs, goingText, blockedText, linkId } = props;
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    let isOver = false;
    let isLeaving = false;

    async function leave() {
      if (isLeaving) return;
      isLeaving = true;
      // Back from the shop leads to where the shopper was before, not here and on again.
      if (!isFramed()) return window.location.replace(returnUrl);
      const acked = waitForAck();
      tellParent({ type: "outcome", reference, status, returnUrl });
      if (await acked) return;
      if (!isOver) await navigateTop(returnUrl);
      if (isOver) return;
      tellParent({ type: "error", code: "return_blocked" });
      setIsBlocked(true);
      document.getElementById(linkId)?.focus();
    }

    const timer = setTimeout(() => void leave(), delayMs);
    const stop = hearParent("leave", () => void leave());
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [reference, status, returnUrl, delayMs, linkId]);

  return (
    <p role="status" className="needs-script text-center text-muted text-sm">
      {isBlocked ? blockedText : goingText}
    </p>
  );
}

// Without a click in the frame, browsers let it move the page only to the page's own site, and mostly throw otherwise. Whoever
// is still here after the wait was refused without a word.
async function navigateTop(url: string): Promise<void> {
  try {
    if (!window.top) return;
    window.top.location.href = url;
  } catch {
    return;
  }
  await new Promise((done) => setTimeout(done, REFUSAL_WAIT_MS));
}
