import { checkoutAddress, helpAddress, isWebAddress } from "./address.ts";
import { controlDialog } from "./dialog.ts";
import { createEmit } from "./events.ts";
import { frameHeight, hear, UNHEARD } from "./following.ts";
import { type CheckoutMessage, parseMessage } from "./messages.ts";
import type { CheckoutOptions } from "./options.ts";
import { createView } from "./view.ts";
import { pickLanguage, wordsIn } from "./words.ts";

export type CheckoutHandle = {
  /** Opens the dialog, also after it was closed. Nothing happens inline. */
  open(): void;
  /** Closes the dialog as its button would; tells whether it is closed. Refused while the bank confirms. */
  close(): boolean;
  /** Takes everything away, whatever the state of the payment. */
  destroy(): void;
};

const LOAD_PATIENCE_MS = 20_000;
const ANSWER_PATIENCE_MS = 8_000;
const MIN_HEIGHT = 760;

/** Shows the checkout in `host`, in a frame of its own or in `adopted`, which stands in the host already. */
export function startCheckout(
  host: HTMLElement,
  options: CheckoutOptions,
  adopted: HTMLIFrameElement | null = null,
): CheckoutHandle {
  const address = checkoutAddress(options.redirectUrl, options.lang);
  const words = wordsIn(languageOf(host, options.lang));
  const view = createView(host, { ...options, redirectUrl: address.href }, words, adopted);
  const { frame, loading, silent } = view;
  const emit = createEmit(host, options.onEvent);
  const ending = new AbortController();
  const { signal } = ending;
  const reserved = options.minHeight ?? (adopted?.offsetHeight || MIN_HEIGHT);
  let known = UNHEARD;
  let isLeaving = false;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const dialog =
    view.dialog &&
    controlDialog(view.dialog, signal, {
      isClosable: () => known.closable,
      onRefused() {
        // On the outcome's screen going away means going on.
        isLeaving = known.state === "succeeded";
        if (isLeaving) post("leave");
        else dialog?.say(words.wait);
      },
      onClosed() {
        if (!signal.aborted) emit({ type: "close" });
      },
    });

  function post(type: "hello" | "ack" | "leave"): void {
    frame.contentWindow?.postMessage({ v: 1, type }, address.origin);
  }

  function setHeight(asked: number): void {
    // The page's style sheet may set a height of its own, and would cut the checkout off.
    frame.style.setProperty("height", `${frameHeight(asked, reserved)}px`, "important");
  }

  function wait(ms: number): void {
    clearTimeout(patience);
    if (!known.isReady) patience = setTimeout(onSilence, ms);
  }

  function onSilence(): void {
    const helpUrl = helpAddress(address, location.origin);
    loading.hidden = true;
    silent.hidden = false;
    // biome-ignore lint/suspicious/noConsole: whoever builds the page looks there first.
    console.warn(`Bankside: the checkout does not answer on this page. Why: ${helpUrl}`);
    emit({ type: "error", code: "no_answer", helpUrl });
  }

  function onOutcome(news: Extract<CheckoutMessage, { type: "outcome" }>): void {
    const target = news.returnUrl !== null && isWebAddress(news.returnUrl) ? news.returnUrl : null;
    if (target !== null) post("ack");
    const goesOn = emit(news);
    if (isLeaving) dialog?.shut();
    if (goesOn && target !== null) location.assign(target);
  }

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    const message = parseMessage(data);
    const next = message && hear(known, message);
    if (!next) return;
    known = next;
    view.dialog?.element.setAttribute("closedby", known.closable ? "closerequest" : "none");
    const { news } = message;
    if (news.type === "ready") {
      clearTimeout(patience);
      loading.hidden = true;
      silent.hidden = true;
    }
    if (news.type === "resize") setHeight(news.height);
    if (news.type === "outcome") onOutcome(news);
    else emit(news);
  }

  window.addEventListener("message", onMessage, { signal });
  frame.addEventListener(
    "load",
    () => {
      post("hello");
      wait(ANSWER_PATIENCE_MS);
    },
    { signal },
  );
  setHeight(reserved);
  wait(LOAD_PATIENCE_MS);
  // What an adopted frame has told already, it tells again.
  if (adopted) post("hello");
  dialog?.open();

  return {
    open: () => dialog?.open(),
    close: () => dialog?.close() ?? false,
    destroy() {
      clearTimeout(patience);
      ending.abort();
      if (adopted) frame.style.removeProperty("height");
      view.root.replaceChildren();
    },
  };
}

function languageOf(host: HTMLElement, asked: string | undefined): string {
  const page = host.closest("[lang]")?.getAttribute("lang");
  return pickLanguage([asked, page, ...navigator.languages]);
}
