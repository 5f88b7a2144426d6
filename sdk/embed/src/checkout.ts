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
  /** Opens the dialog, also after it was closed. Does nothing inline. */
  open(): void;
  /** Closes the dialog like its button does. Refused while the bank confirms. Returns whether the dialog is closed. */
  close(): boolean;
  /** Removes the checkout, in any state of the payment. */
  destroy(): void;
};

const LEAVE_PATIENCE_MS = 3_000;

/** From 900 px, the checkout has two columns. */
const minHeightOf = ({ offsetWidth }: HTMLElement) => (offsetWidth >= 900 ? 600 : 760);

/** `adopted`: a frame that is already in `host`. */
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
  const ownHeight = options.minHeight ?? adopted?.offsetHeight;
  /** By outcome: whether the page lets the checkout continue. */
  const reported = new Map<string, boolean>();
  let known = UNHEARD;
  let isLeaving = false;

  const dialog =
    view.dialog &&
    controlDialog(view.dialog, signal, {
      isClosable: () => known.closable,
      onRefused() {
        // After a success, closing means continuing.
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
      // biome-ignore lint/suspicious/noConsole: developers look there first.
      console.warn(`Bankside: the checkout does not answer on this page. Why: ${helpUrl}`);
      emit({ type: "error", code: "no_answer", helpUrl });
    },
  });

  function setHeight(asked: number): void {
    // Overrides a height in the page's style sheet.
    const edges = frame.offsetHeight - frame.clientHeight;
    frame.style.setProperty(
      "height",
      `${frameHeight(asked + edges, ownHeight || minHeightOf(frame))}px`,
      "important",
    );
  }

  function onOutcome(news: Extract<CheckoutMessage, { type: "outcome" }>): void {
    const { status, returnUrl } = news;
    const target = returnUrl !== null && isWebAddress(returnUrl) ? returnUrl : null;
    if (target !== null) post("ack");
    // A reloaded document repeats its outcome. The page gets it once.
    const goesOn = reported.get(status) ?? emit(news);
    reported.set(status, goesOn);
    // A failure behind a closed dialog does not navigate the page.
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
  // Makes the frame repeat its messages.
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
