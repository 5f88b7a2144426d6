import type { CheckoutMessage } from "./messages.ts";

type News =
  | CheckoutMessage
  | { type: "error"; code: "no_answer"; helpUrl: string }
  | { type: "close" };

/** What happens in an embedded checkout. `preventDefault` on an `outcome` keeps the page where it is. */
export type CheckoutEvent = News & { preventDefault(): void };

/**
 * Tells the page what happens, by an event on `host` and by the page's own function. The result is false if the page wants to
 * keep things as they are.
 */
export function createEmit(
  host: HTMLElement,
  onEvent: ((event: CheckoutEvent) => void) | undefined,
): (news: News) => boolean {
  return (news) => {
    const { type, ...detail } = news;
    const cancelable = type === "outcome";
    const event = new CustomEvent(`bankside:${type}`, {
      detail,
      cancelable,
      bubbles: true,
      composed: true,
    });
    host.dispatchEvent(event);
    try {
      onEvent?.({ ...news, preventDefault: () => event.preventDefault() });
    } catch (error) {
      // The shop's own fault is no reason to leave the shopper where they are.
      reportError(error);
    }
    return !event.defaultPrevented;
  };
}
