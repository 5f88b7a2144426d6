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
    if (element.open) return;
    unlock ??= lockScroll();
    note.textContent = "";
    element.showModal();
  }

  function shut(): void {
    if (!unlock) return;
    if (element.open) element.close();
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

  close.addEventListener("click", ask, { signal });
  element.addEventListener("cancel", ask, { signal });
  // Asked twice in a row, a browser closes a dialog without asking us: so we ask first.
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") ask(event);
    },
    { signal },
  );
  // And where it was closed all the same, it opens again.
  element.addEventListener(
    "close",
    () => {
      if (unlock && !ask()) show();
    },
    { signal },
  );
  signal.addEventListener("abort", shut);

  return {
    open(): void {
      if (!unlock) focused = document.activeElement;
      show();
    },
    close: ask,
    shut,
    /** Shows words in the dialog; the same ones again are read out again. */
    say(words: string): void {
      note.textContent = "";
      requestAnimationFrame(() => {
        note.textContent = words;
      });
    },
  };
}
