/** A request field that the service rejected (`invalid_request`). */
export type FieldError = { path: string; message: string };

/** Details of a {@link BanksideError}, from the service's problem document and the state of the payment. */
export type BanksideErrorDetails = {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  transactionId?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  cause?: unknown;
};

/**
 * A payment that can't be started or shown. `code` is the service's own (`unauthorized`, `invalid_request`, …) or one of
 * `invalid_amount`, `invalid_token`, `invalid_metadata`, `invalid_external_id`, `invalid_url_scheme`, `invalid_base_url`,
 * `network`, `timeout`, `aborted`, `unexpected_answer`, `popup_blocked`, `view_not_opened`. Never contains the token.
 */
export class BanksideError extends Error {
  override readonly name = "BanksideError";
  readonly code: string;
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** Give it to the service's operator, who can find the request in the log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service sent them. */
  readonly retryAfterSeconds: number | undefined;
  /** The transaction, if it was created. */
  readonly transactionId: string | undefined;
  /** The fields that the service rejected. Empty if it named none. */
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

/** Whether `error` is a {@link BanksideError}. Checks the shape, because a bundle may contain two copies of the class. */
export function isBanksideError(error: unknown): error is BanksideError {
  return error instanceof Error && error.name === "BanksideError" && "code" in error;
}
