import type { Signal } from "./runtime.ts";

/** Options to open a view. */
export type OpenOptions = {
  /** The app's scheme, or an address under it, which the view opens at the end. Without it the user closes the view. */
  urlScheme?: string | undefined;
  /** The transaction to pay. Return addresses of other transactions are ignored. */
  transactionId?: string | undefined;
  /** Stops waiting. */
  signal?: Signal | undefined;
};

/** An empty view, opened while the user's tap still allowed it. */
export type PreparedView = {
  open(url: string, options: OpenOptions): Promise<string | undefined>;
  /** Closes the unused view. */
  discard(): void;
};

/** Shows the payment pages on one platform. */
export type Launcher = {
  /**
   * Opens `url` and waits. Resolves to the return address, or to `undefined` if the view was closed or waiting was aborted.
   * `undefined` reveals nothing about the payment.
   */
  open(url: string, options: OpenOptions): Promise<string | undefined>;
  /** For platforms that open a view only during the user's tap. Called before the first await. */
  prepare?(): PreparedView;
};
