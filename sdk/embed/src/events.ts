import type { CheckoutMessage } from "./messages.ts";

type News =
  | CheckoutMessage
  | { type: "error"; code: "no_answer"; helpUrl: string }
  | { type: "close" };

/** An event of an embedded checkout. On an `outcome`, `preventDefault` stops the page from navigating. */
export type CheckoutEvent = News & { preventDefault(): void };

/** Returns false if the page prevented the default. */
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
      // An error in the shop's code must not stop the shopper.
      reportError(error);
    }
    return !event.defaultPrevented;
  };
}
