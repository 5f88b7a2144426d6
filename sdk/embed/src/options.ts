import type { CheckoutEvent } from "./events.ts";

export type CheckoutOptions = {
  /** The `redirectUrl` of the transaction. */
  redirectUrl: string;
  /** In the page, or in a modal dialog that opens at once. */
  display?: "inline" | "dialog" | undefined;
  /**
   * BCP 47 tag of the checkout and the texts around it. Default: the language of `redirectUrl`, of the page, then of the
   * browser.
   */
  lang?: string | undefined;
  /** Title of the frame and the dialog. */
  title?: string | undefined;
  /** Height reserved for the frame from the start, in CSS pixels. */
  minHeight?: number | undefined;
  /** `sandbox` attribute of a created frame. By default the frame has none. */
  sandbox?: string | undefined;
  onEvent?: ((event: CheckoutEvent) => void) | undefined;
};
