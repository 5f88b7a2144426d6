import { lockScroll } from "./scroll-lock.ts";
import type { View } from "./view.ts";

type Parts = NonNullable<View["dialog"]>;

type Rules = {
  isClosable(): boolean;
  onRefused(): void;
  onClosed(): void;
};

export function controlDialog({ element, close, note }: Parts, signal: AbortSignal, rules: Rules) {
  let unlock: (() => void) | undefined;
  let focused: Element | null = null;

  function show(): void {
    // For example after `destroy`.
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

  /** Clears the text first, so that a repeated text is read out again. */
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
  // On a second Escape, browsers close the dialog without a `cancel` event that can be prevented.
  on(element, "keydown", (event) => {
    if (event.key === "Escape") ask(event);
  });
  // Reopens a dialog closed by force, unless the shop has done so already.
  on(element, "close", () => {
    if (unlock && !element.open && !ask()) show();
  });
  signal.addEventListener("abort", shut);
  // A removed or hidden dialog must not block the page.
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
