/** One field of a request that the service refused (`invalid_request`). */
export type FieldError = { path: string; message: string };

/** What the service's problem document told beside its code, and what was known when it failed. */
export type BanksideErrorDetails = {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  transactionId?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  cause?: unknown;
};

/**
 * A payment that could not be started or shown. `code` is the service's own (`unauthorized`, `invalid_request`, …) or one
 * of `invalid_amount`, `invalid_token`, `invalid_metadata`, `invalid_external_id`, `invalid_url_scheme`,
 * `invalid_base_url`, `network`, `timeout`, `aborted`, `unexpected_answer`, `popup_blocked`, `view_not_opened`. It never
 * holds the token.
 */
export class BanksideError extends Error {
  override readonly name = "BanksideError";
  readonly code: string;
  /** HTTP status of the answer; none if there was no answer. */
  readonly status: number | undefined;
  /** Tell it to whoever runs the service: their log knows the request by it. */
  readonly requestId: string | undefined;
  /** When to try again, in seconds, if the service said so. */
  readonly retryAfterSeconds: number | undefined;
  /** The transaction, if one had been created. */
  readonly transactionId: string | undefined;
  /** Which fields the service refused; empty if it named none. */
  readonly errors: readonly FieldError[];

  constructor(code: string, message: string, details: BanksideErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.transactionId = details.transactionId;
    this.errors = details.errors ?? [];
  }
}

/** Tells whether `error` is a {@link BanksideError}, by shape: an app's bundle may hold two copies of the class. */
export function isBanksideError(error: unknown): error is BanksideError {
  return error instanceof Error && error.name === "BanksideError" && "code" in error;
}
