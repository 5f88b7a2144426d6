import { lockScroll } from "./scroll-lock.ts";
import type { View } from "./view.ts";

type Parts = NonNullable<View["dialog"]>;

type Rules = {
  /** Whether the shopper may go away now. */
  isClosable(): boolean;
  /** The shopper was kept from it. */
  onRefused(): void;
  onClosed(): void;
};

/** Opens and closes a modal dialog, which holds the focus and the scrolling, by rules of its own. */
export function controlDialog({ element, close, note }: Parts, signal: AbortSignal, rules: Rules) {
  let unlock: (() => void) | undefined;
  let focused: Element | null = null;

  function show(): void {
    // Out of the document nothing opens, as after the end.
    if (element.open || !element.isConnected) return;
    note.textContent = "";
    element.showModal();
    unlock ??= lockScroll();
  }

  function shut(): void {
    if (!unlock) return;
    element.close();
    unlock();
    unlock = undefined;
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    rules.onClosed();
  }

  function ask(event?: Event): boolean {
    event?.preventDefault();
    if (rules.isClosable()) shut();
    else rules.onRefused();
    return !unlock;
  }

  /** Shows words in the dialog; the same ones again are read out again. */
  function say(words: string): void {
    note.textContent = "";
    requestAnimationFrame(() => {
      note.textContent = words;
    });
  }

  const on = <K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => target.addEventListener(type, listener, { signal });
  on(close, "click", ask);
  on(element, "cancel", ask);
  // Asked twice in a row, a browser closes a dialog without asking us: so we ask first.
  on(element, "keydown", (event) => {
    if (event.key === "Escape") ask(event);
  });
  // And where it was closed all the same, it opens again. The event comes late: the shop may have opened it again by then.
  on(element, "close", () => {
    if (unlock && !element.open && !ask()) show();
  });
  signal.addEventListener("abort", shut);
  // Taken out of the page or hidden with what is around it, it must not hold the page.
  new ResizeObserver(() => {
    if (element.open && !element.offsetWidth) shut();
  }).observe(element);

  return {
    open(): void {
      if (!unlock) focused = document.activeElement;
      show();
    },
    close: ask,
    shut,
    say,
  };
}
