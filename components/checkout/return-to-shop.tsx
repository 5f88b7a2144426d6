"use client";

import { useEffect, useState } from "react";
import type { Outcome } from "#lib/payments/transactions/status.ts";
import { hearParent, isFramed, sendToParent, waitForAck } from "./parent-frame.ts";

type Props = {
  reference: string;
  status: Outcome;
  returnUrl: string;
  /** Time to read the outcome; 0 redirects at once. */
  delayMs: number;
  goingText: string;
  blockedText: string;
  /** Id of the link to focus when the browser blocks the redirect. */
  linkId: string;
};

/** Some browsers block the redirect without an error. */
const REFUSAL_WAIT_MS = 3_000;

/** The embedding page navigates; otherwise this page does; otherwise the shopper clicks the link. */
export function ReturnToShop(props: Props) {
  const { reference, status, returnUrl, delayMs, goingText, blockedText, linkId } = props;
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    let isOver = false;
    let isLeaving = false;

    async function leave() {
      if (isLeaving) return;
      isLeaving = true;
      // `replace`: the back button in the shop must not return here and redirect again.
      if (!isFramed()) return window.location.replace(returnUrl);
      const acked = waitForAck();
      sendToParent({ type: "outcome", reference, status, returnUrl });
      if (await acked) return;
      if (!isOver) await navigateTop(returnUrl);
      if (isOver) return;
      sendToParent({ type: "error", code: "return_blocked" });
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

// Without a click in the frame, browsers let it navigate the top page only to that page's own site, and mostly throw otherwise.
// If the page is still here after the wait, the browser blocked it silently.
async function navigateTop(url: string): Promise<void> {
  try {
    if (!window.top) return;
    window.top.location.href = url;
  } catch {
    return;
  }
  await new Promise((done) => setTimeout(done, REFUSAL_WAIT_MS));
}
