import type {
  FrameMessage,
  FrameNews,
  ParentMessage,
} from "#lib/payments/checkout/frame-messages.ts";
import { hearEscape } from "./escape-key.ts";

/** Enough for a page that listens; a page without a script of ours never answers. */
const ACK_WAIT_MS = 300;
/** A page that said hello will answer, but may be busy. */
const ACK_WAIT_OF_LISTENER_MS = 5_000;
const MAX_KEPT = 50;

// One document has one conversation with its parent, whichever leaf speaks.
let seq = 0;
let kept: FrameMessage[] = [];
let registered: string[] = [];
let listener: string | undefined;
let isListening = false;

export function isFramed(): boolean {
  return window.parent !== window;
}

/**
 * From now on the embedding page is told, if it is one of `origins`; one that says hello is told again what it missed, also
 * where the page breaks in the meantime.
 */
export function meetParent(origins: string[]): void {
  registered = origins;
  if (isListening) return;
  isListening = true;
  hearParent("hello", (origin) => {
    listener = origin;
    for (const message of kept) window.parent.postMessage(message, origin);
  });
  // The page around hears no key that is pressed in here.
  hearEscape(() => tellParent({ type: "escape" }));
}

/** Tells the embedding page, and keeps the message for one that listens later. Browsers drop what is for another origin. */
export function tellParent(news: FrameNews): void {
  if (!isFramed()) return;
  const message = { v: 1, page: Math.round(performance.timeOrigin), seq: seq++, ...news } as const;
  const isOutdated = ({ type }: FrameMessage) => type === "resize" && type === message.type;
  // A key is pressed once: told again, it would close a dialog that was opened since.
  if (message.type !== "escape") {
    kept = [...kept.filter((earlier) => !isOutdated(earlier)), message].slice(-MAX_KEPT);
  }
  for (const origin of targets()) window.parent.postMessage(message, origin);
}

/** Tells whether the embedding page answers soon that it goes on by itself. */
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

/** Calls back when the embedding page, if it is a registered one, sends a message of this type; the result ends that. */
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

/** The parent's own origin where it said hello or the browser tells it; otherwise each registered one is tried. */
function targets(): string[] {
  if (listener !== undefined) return [listener];
  const parent = window.location.ancestorOrigins?.[0] ?? referrerOrigin();
  if (!parent || parent === window.location.origin) return registered;
  return registered.filter((origin) => origin === parent);
}

function referrerOrigin(): string | undefined {
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
