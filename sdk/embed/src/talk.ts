import { referenceOf } from "./address.ts";
import { doubt, type Following, hear, UNHEARD } from "./following.ts";
import { type CheckoutMessage, parseMessage } from "./messages.ts";

const LOAD_PATIENCE_MS = 20_000;
const ANSWER_PATIENCE_MS = 8_000;

type Rules = {
  /** Other things hold from now on. */
  onKnown(known: Following): void;
  /** The frame speaks; `news` is what it had not told before. */
  onHeard(news: CheckoutMessage | undefined): void;
  /** The frame does not speak, for long. */
  onSilence(): void;
};

/** Listens to the checkout at `address` in `frame`, and to nobody else, until `signal` ends it. */
export function talkTo(frame: HTMLIFrameElement, address: URL, signal: AbortSignal, rules: Rules) {
  let known = UNHEARD;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function post(type: "hello" | "ack" | "leave"): void {
    // Still the empty document that a frame begins with, to which a browser refuses the message. Loading asks again.
    if (frame.contentDocument?.URL === "about:blank") return;
    frame.contentWindow?.postMessage({ v: 1, type }, address.origin);
  }

  function stopWaiting(): void {
    clearTimeout(patience);
    patience = undefined;
  }

  function follow(next: Following): void {
    known = next;
    rules.onKnown(known);
  }

  /** Asks for everything; without an answer the frame counts as silent. */
  function ask(): void {
    post("hello");
    patience ??= setTimeout(onSilence, ANSWER_PATIENCE_MS);
  }

  function onSilence(): void {
    stopWaiting();
    follow(doubt(known));
    rules.onSilence();
  }

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    const message = parseMessage(data);
    const next = message && hear(known, message, referenceOf(address));
    if (!next) return;
    stopWaiting();
    follow(next.known);
    // Told so, the frame waits longer for our answer to an outcome.
    if (next.isNews && message.news.type === "ready") post("hello");
    rules.onHeard(next.isNews ? message.news : undefined);
  }

  function onLoad(): void {
    // Maybe another document, or none that speaks.
    follow(doubt(known));
    stopWaiting();
    ask();
  }

  window.addEventListener("message", onMessage, { signal });
  frame.addEventListener("load", onLoad, { signal });
  signal.addEventListener("abort", stopWaiting);
  patience = setTimeout(onSilence, LOAD_PATIENCE_MS);

  return { post, ask };
}
