import { checkoutAddress, helpAddress, isWebAddress } from "./address.ts";
import { controlDialog } from "./dialog.ts";
import { createEmit } from "./events.ts";
import { frameHeight, UNHEARD } from "./following.ts";
import type { CheckoutMessage } from "./messages.ts";
import type { CheckoutOptions } from "./options.ts";
import { talkTo } from "./talk.ts";
import { createView } from "./view.ts";
import { pickLanguage } from "./words.ts";

export type CheckoutHandle = {
  /** Opens the dialog, also after it was closed. Nothing happens inline. */
  open(): void;
  /** Closes the dialog as its button would; tells whether it is closed. Refused while the bank confirms. */
  close(): boolean;
  /** Takes everything away, whatever the state of the payment. */
  destroy(): void;
};

const LEAVE_PATIENCE_MS = 3_000;
const MIN_HEIGHT = 760;

/** Shows the checkout in `host`, in a frame of its own or in `adopted`, which stands in the host already. */
export function startCheckout(
  host: HTMLElement,
  options: CheckoutOptions,
  adopted: HTMLIFrameElement | null = null,
): CheckoutHandle {
  const { redirectUrl, lang } = options;
  const pageLang = host.closest("[lang]")?.getAttribute("lang");
  const { address, language, isShown } = checkoutAddress(redirectUrl, lang, pageLang, adopted?.src);
  const spoken = language ?? pickLanguage(navigator.languages) ?? "en";
  const view = createView(host, { ...options, redirectUrl: address.href }, spoken, adopted);
  const { frame, loading, silent } = view;
  const emit = createEmit(host, options.onEvent);
  const ending = new AbortController();
  const { signal } = ending;
  const style = frame.style.cssText;
  const reserved = options.minHeight ?? (adopted?.offsetHeight || MIN_HEIGHT);
  /** Outcomes that were told, and whether the page wanted to go on. */
  const told = new Map<string, boolean>();
  let known = UNHEARD;
  let isLeaving = false;

  const dialog =
    view.dialog &&
    controlDialog(view.dialog, signal, {
      isClosable: () => known.closable,
      onRefused() {
        // On the outcome's screen going away means going on.
        isLeaving = known.state === "succeeded";
        if (!isLeaving) {
          dialog?.say(known.wait);
          return ask();
        }
        post("leave");
        setTimeout(() => isLeaving && dialog?.shut(), LEAVE_PATIENCE_MS);
      },
      onClosed() {
        if (!signal.aborted) emit({ type: "close" });
      },
    });

  const { post, ask } = talkTo(frame, address, signal, {
    onKnown(next) {
      known = next;
      view.dialog?.element.setAttribute("closedby", known.closable ? "closerequest" : "none");
    },
    onHeard(news) {
      loading.hidden = true;
      silent.hidden = true;
      if (!news) return;
      if (news.type === "state" || news.type === "outcome") dialog?.say("");
      if (news.type === "resize") setHeight(news.height);
      if (news.type === "outcome") onOutcome(news);
      else emit(news);
      if (news.type === "escape") dialog?.close();
    },
    onSilence() {
      const helpUrl = helpAddress(address, location.origin);
      dialog?.say("");
      loading.hidden = true;
      silent.hidden = false;
      // biome-ignore lint/suspicious/noConsole: whoever builds the page looks there first.
      console.warn(`Bankside: the checkout does not answer on this page. Why: ${helpUrl}`);
      emit({ type: "error", code: "no_answer", helpUrl });
    },
  });

  function setHeight(asked: number): void {
    // The page's style sheet may set a height of its own, and would cut the checkout off.
    const edges = frame.offsetHeight - frame.clientHeight;
    frame.style.setProperty("height", `${frameHeight(asked + edges, reserved)}px`, "important");
  }

  function onOutcome(news: Extract<CheckoutMessage, { type: "outcome" }>): void {
    const { status, returnUrl } = news;
    const target = returnUrl !== null && isWebAddress(returnUrl) ? returnUrl : null;
    if (target !== null) post("ack");
    // A document that is loaded again tells it again, which is no news for the page.
    const goesOn = told.get(status) ?? emit(news);
    told.set(status, goesOn);
    // What fails behind a dialog that was closed leads nobody away from what they do since.
    const isAway = view.dialog?.element.open === false && status === "failed";
    if (isLeaving) dialog?.shut();
    isLeaving = false;
    if (goesOn && target !== null && !isAway) location.assign(target);
  }

  function destroy(): void {
    ending.abort();
    frame.style.cssText = style;
    view.root.replaceChildren();
  }

  setHeight(0);
  if (adopted && !isShown) adopted.src = address.href;
  // What an adopted frame has told already, it tells again.
  else if (adopted) post("hello");
  try {
    dialog?.open();
  } catch (error) {
    destroy();
    throw error;
  }

  return {
    open: () => dialog?.open(),
    close: () => dialog?.close() ?? false,
    destroy,
  };
}
