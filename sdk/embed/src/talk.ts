import { referenceOf } from "./address.ts";
import { doubt, type Following, hear, UNHEARD } from "./following.ts";
import { type CheckoutMessage, parseMessage } from "./messages.ts";

const LOAD_PATIENCE_MS = 20_000;
const ANSWER_PATIENCE_MS = 8_000;

type Rules = {
  onKnown(known: Following): void;
  /** `news`: the message, if it is new. */
  onHeard(news: CheckoutMessage | undefined): void;
  onSilence(): void;
};

/** Ignores other windows and origins. */
export function talkTo(frame: HTMLIFrameElement, address: URL, signal: AbortSignal, rules: Rules) {
  let known = UNHEARD;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function post(type: "hello" | "ack" | "leave"): void {
    // Browsers reject messages to the frame's initial empty document. `onLoad` asks again.
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

  /** Requests all messages. */
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
    // After `hello`, the frame waits longer for a response to its outcome.
    if (next.isNews && message.news.type === "ready") post("hello");
    rules.onHeard(next.isNews ? message.news : undefined);
  }

  function onLoad(): void {
    // Possibly another document, or one that sends nothing.
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
