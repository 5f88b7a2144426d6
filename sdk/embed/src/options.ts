import type { CheckoutEvent } from "./events.ts";

export type CheckoutOptions = {
  /** The `redirectUrl` of the transaction. */
  redirectUrl: string;
  /** In the page, or in a modal dialog over it, which opens at once. */
  display?: "inline" | "dialog" | undefined;
  /** BCP 47 tag, for the checkout and the words around it. Missing: the page's, then the browser's. */
  lang?: string | undefined;
  /** Names the frame and the dialog. */
  title?: string | undefined;
  /** Height reserved for the frame from the start, in CSS pixels. */
  minHeight?: number | undefined;
  /** Value of the `sandbox` of a frame that is made; without it the frame has none. */
  sandbox?: string | undefined;
  onEvent?: ((event: CheckoutEvent) => void) | undefined;
};
