import type { Run } from "#components/ui/page-element.script.ts";
import { afterClick } from "#components/ui/press.script.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import { hearParent, isFramed, sendToParent, waitForAck } from "./parent-frame.ts";

export type ReturnToShopProps = {
  reference: string;
  status: Outcome;
  returnUrl: string;
  /** Time to read the outcome; 0 redirects at once. */
  delayMs: number;
  blockedText: string;
  /** Id of the link to focus when the browser blocks the redirect. */
  linkId: string;
};

/** Some browsers block the redirect without an error. */
const REFUSAL_WAIT_MS = 3_000;

export const runReturnToShop: Run<ReturnToShopProps> = (element, signal) => {
  const { reference, status, returnUrl, delayMs, blockedText, linkId } = element.props;
  let isLeaving = false;

  async function leave() {
    if (isLeaving) return;
    isLeaving = true;
    // `replace`: the back button in the shop must not return here and redirect again.
    if (!isFramed()) return window.location.replace(returnUrl);
    const acked = waitForAck();
    sendToParent({ type: "outcome", reference, status, returnUrl });
    if (await acked) return;
    if (!signal.aborted) await navigateTop(returnUrl);
    if (signal.aborted) return;
    sendToParent({ type: "error", code: "return_blocked" });
    element.textContent = blockedText;
    document.getElementById(linkId)?.focus();
  }

  const leaveInTime = () => afterClick(() => !signal.aborted && void leave());
  const timer = setTimeout(leaveInTime, delayMs);
  const stop = hearParent("leave", () => void leave());
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stop();
  });
};

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
