import type { FrameNews } from "#lib/checkout/frame-messages.ts";

const ACK_WAIT_MS = 300;

// Counts over all leaves of one document.
let seq = 0;

export function isFramed(): boolean {
  return window.parent !== window;
}

/** Tells the embedding page, if it is one of `origins`. The browser drops what is meant for another origin. */
export function tellParent(news: FrameNews, origins: string[]): void {
  if (!isFramed()) return;
  const message = { v: 1, seq: seq++, ...news };
  for (const origin of targets(origins)) window.parent.postMessage(message, origin);
}

/** Tells whether the embedding page answers soon that it goes on by itself. */
export function waitForAck(origins: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (acked: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      resolve(acked);
    };
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      const isAck = data?.v === 1 && data.type === "ack";
      if (source === window.parent && origins.includes(origin) && isAck) finish(true);
    };
    const timer = setTimeout(() => finish(false), ACK_WAIT_MS);
    window.addEventListener("message", onMessage);
  });
}

/** The parent's own origin where the browser tells it and it is registered; otherwise each registered one is tried. */
function targets(origins: string[]): string[] {
  const parent = window.location.ancestorOrigins?.[0] ?? referrerOrigin();
  if (!parent || parent === window.location.origin) return origins;
  return origins.filter((origin) => origin === parent);
}

function referrerOrigin(): string | undefined {
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
