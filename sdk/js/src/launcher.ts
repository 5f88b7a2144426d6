import type { Signal } from "./runtime.ts";

/** How a view is opened. */
export type OpenOptions = {
  /** The app's scheme, or an address under it, that the view leads to in the end; without it the view is closed by hand. */
  urlScheme?: string | undefined;
  /** The transaction that is paid: an address about another one is not the awaited one. */
  transactionId?: string | undefined;
  /** Gives up waiting. */
  signal?: Signal | undefined;
};

/** A view that stands ready, opened while the user's tap still allowed it. */
export type PreparedView = {
  open(url: string, options: OpenOptions): Promise<string | undefined>;
  /** Closes it again: there is nothing to show. */
  discard(): void;
};

/** Shows the payment's pages on one platform. */
export type Launcher = {
  /**
   * Opens `url` and waits. Resolves to the address the app was called back with, or to `undefined` when the view was
   * closed or waiting was given up, which says nothing about the payment.
   */
  open(url: string, options: OpenOptions): Promise<string | undefined>;
  /** For platforms that open a view only within the user's tap: called before anything is awaited. */
  prepare?(): PreparedView;
};
