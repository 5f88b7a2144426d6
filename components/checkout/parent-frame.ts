import { afterClick } from "#components/ui/press.script.ts";
import type {
  FrameMessage,
  FrameNews,
  ParentMessage,
} from "#lib/payments/checkout/frame-messages.ts";
import { hearEscape } from "./escape-key.ts";

/** Enough for a page that listens. A page without our script never answers. */
const ACK_WAIT_MS = 300;
/** A page that sent `hello` will answer, but may be busy. */
const ACK_WAIT_OF_LISTENER_MS = 5_000;
const MAX_KEPT = 50;

// Module state: a document has one conversation with its parent.
let seq = 0;
let kept: FrameMessage[] = [];
let registered: string[] = [];
let listener: string | undefined;
let isListening = false;

export function isFramed(): boolean {
  return window.parent !== window;
}

/**
 * Starts to report to the embedding page if its origin is in `origins`. A page that sends `hello` gets all kept messages again.
 */
export function meetParent(origins: string[]): void {
  registered = origins;
  if (isListening) return;
  isListening = true;
  hearParent("hello", (origin) => {
    listener = origin;
    // One of them may resize the frame.
    afterClick(() => {
      for (const message of kept) window.parent.postMessage(message, origin);
    });
  });
  // The embedding page receives no key presses from inside the frame.
  hearEscape(() => sendToParent({ type: "escape" }));
}

/** Also keeps the message for a page that listens later. Browsers drop messages for other origins. */
export function sendToParent(news: FrameNews): void {
  if (!isFramed()) return;
  const message = { v: 1, page: Math.round(performance.timeOrigin), seq: seq++, ...news } as const;
  const isOutdated = ({ type }: FrameMessage) => type === "resize" && type === message.type;
  // Not kept: a replayed Escape would close a dialog that was opened since.
  if (message.type !== "escape") {
    kept = [...kept.filter((earlier) => !isOutdated(earlier)), message].slice(-MAX_KEPT);
  }
  for (const origin of targets()) window.parent.postMessage(message, origin);
}

/** Whether the embedding page confirms in time that it navigates itself. */
export function waitForAck(): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (acked: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(acked);
    };
    const waitMs = listener === undefined ? ACK_WAIT_MS : ACK_WAIT_OF_LISTENER_MS;
    const timer = setTimeout(() => finish(false), waitMs);
    const stop = hearParent("ack", () => finish(true));
  });
}

/** Only messages of registered origins count. Returns a function that stops listening. */
export function hearParent(
  type: ParentMessage["type"],
  onHear: (origin: string) => void,
): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || !isFramed() || !registered.includes(origin)) return;
    if (data?.v === 1 && data.type === type) onHear(origin);
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** The parent's origin if `hello` or the browser reveals it; otherwise every registered origin. */
function targets(): string[] {
  if (listener !== undefined) return [listener];
  const parent = window.location.ancestorOrigins?.[0] ?? referrerOrigin();
  if (!parent || parent === window.location.origin) return registered;
  return registered.filter((origin) => origin === parent);
}

function referrerOrigin(): string | undefined {
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
