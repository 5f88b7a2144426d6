import type { Run } from "#components/ui/page-element.script.ts";
import { afterClick } from "#components/ui/press.script.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import { isFramed, meetParent, sendToParent } from "./parent-frame.ts";

export type EmbedReporterProps = {
  reference: string;
  state: string;
  origins: string[];
  /** The outcome of a payment without a return URL: it is reported to the embedding page, and nothing navigates. */
  ended: Outcome | null;
  /** Why the shopper should stay for now; `null` if they may leave. */
  wait: string | null;
};

let isReady = false;
let reported: string | undefined;

export const runEmbedReporter: Run<EmbedReporterProps> = ({ props }) => {
  if (!isFramed()) return;
  const { reference, state, origins, ended, wait } = props;
  if (!isReady) {
    isReady = true;
    meetParent(origins);
    sendToParent({ type: "ready", reference });
    reportHeight();
    window.addEventListener("error", reportError, { once: true });
  }
  const report = JSON.stringify([state, ended, wait]);
  if (report === reported) return;
  reported = report;
  const awaitsOutcome = state === "succeeded" && ended === null;
  const closable = wait === null && !awaitsOutcome;
  sendToParent({ type: "state", reference, state, closable, ...(wait !== null && { wait }) });
  if (ended) sendToParent({ type: "outcome", reference, status: ended, returnUrl: null });
};

function reportError(): void {
  sendToParent({ type: "error", code: "unexpected" });
}

function reportHeight(): void {
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height > 0) sendToParent({ type: "resize", height });
  };
  new ResizeObserver(() => afterClick(report)).observe(document.body);
}
