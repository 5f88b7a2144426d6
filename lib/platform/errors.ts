/** All failures a caller can see. The `code` is stable and part of the API (RFC 9457 extension member). */
export const ERRORS = {
  malformed_request: { status: 400, title: "The request is not valid HTTP" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  empty_body: { status: 400, title: "The body is empty" },
  ambiguous_credentials: { status: 400, title: "Send exactly one credential" },
  invalid_query: { status: 400, title: "A query parameter is not valid" },
  invalid_idempotency_key: { status: 400, title: "The Idempotency-Key header is not valid" },
  unauthorized: { status: 401, title: "The credential is missing, unknown or no longer valid" },
  forbidden: { status: 403, title: "This credential may not do that" },
  live_mode_off: {
    status: 409,
    title: "There is no live mode while tests can move the time (TEST_CLOCK)",
  },
  https_required: {
    status: 409,
    title:
      "Live keys need https: PUBLIC_URL, or an address beside it, is plain http on a public host",
  },
  test_mode_only: { status: 403, title: "Only a test mode key may do that" },
  account_closed: { status: 403, title: "The account is closed" },
  not_found: { status: 404, title: "Nothing here" },
  method_not_allowed: { status: 405, title: "This method is not allowed here" },
  transaction_in_progress: { status: 409, title: "The bank is still processing this transaction" },
  already_paid: { status: 409, title: "This externalId is already paid" },
  external_id_in_use: {
    status: 409,
    title: "This externalId belongs to a transaction of someone else",
  },
  transaction_final: { status: 409, title: "This transaction already has its outcome" },
  outcome_not_possible: { status: 409, title: "This outcome is not possible at the moment" },
  transfer_not_expected: { status: 409, title: "This transaction waits for no bank transfer" },
  transfer_undecided: {
    status: 409,
    title: "A bank transfer of another amount has come for this transaction",
  },
  attempts_exhausted: { status: 409, title: "No further tries are possible for this transaction" },
  payment_in_question: { status: 409, title: "What became of the last try has to be looked into" },
  authorisation_open: { status: 409, title: "Another try at a bank is still open" },
  claimed_elsewhere: { status: 409, title: "Another device has opened this order" },
  order_changed: { status: 409, title: "The order is not the one that was shown" },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this Idempotency-Key is still running",
  },
  body_too_large: { status: 413, title: "The body is too large" },
  misdirected_request: { status: 421, title: "This server does not serve this host" },
  unsupported_media_type: { status: 415, title: "Send application/json" },
  payer_not_verified: { status: 403, title: "The payer has not been verified" },
  session_missing: { status: 401, title: "This browser has no session for this payment" },
  link_not_valid: { status: 401, title: "This payment link is not valid or no longer valid" },
  link_used: { status: 409, title: "This payment link was opened before" },
  return_address_refused: { status: 422, title: "The app's return address can't be used" },
  code_wrong: { status: 422, title: "The code is not right" },
  code_expired: { status: 422, title: "The code is no longer valid" },
  code_too_soon: { status: 429, title: "A code was sent a moment ago" },
  no_more_codes: { status: 409, title: "This transaction gets no further codes" },
  cookies_blocked: { status: 400, title: "This browser keeps no cookies" },
  too_many_codes: { status: 429, title: "Too many codes were sent to this address" },
  too_many_transactions: {
    status: 429,
    title: "This JWT has created as many transactions as it may",
  },
  invalid_request: { status: 422, title: "Some fields are not valid" },
  payee_not_confirmed: { status: 422, title: "This IBAN is not a confirmed IBAN of the account" },
  idempotency_key_reused: {
    status: 422,
    title: "This Idempotency-Key was used with a different request",
  },
  no_payee: { status: 422, title: "The account has no confirmed IBAN to be paid on" },
  bank_unavailable: { status: 503, title: "The bank does not answer" },
  sign_in_failed: { status: 401, title: "The e-mail address or the password is not right" },
  signed_out: { status: 401, title: "This browser is not signed in" },
  signup_closed: { status: 403, title: "New accounts are made by the operator of this service" },
  email_link_not_valid: { status: 410, title: "This link is not valid or no longer valid" },
  second_factor_wrong: { status: 422, title: "This code is not right" },
  passkey_failed: { status: 422, title: "The passkey was not accepted" },
  too_many_requests: { status: 429, title: "Too many requests" },
  too_many_tries: { status: 429, title: "Too many tries" },
  too_many_mails: { status: 429, title: "Too many mails were sent to this address" },
  account_changed: { status: 409, title: "Another account is open in this browser by now" },
  last_owner: { status: 409, title: "An account needs an owner" },
  already_member: { status: 409, title: "This person is a member already" },
  wrong_recipient: { status: 403, title: "This invitation is for someone else" },
  limit_reached: { status: 409, title: "There is no room for another one" },
  no_test_key: { status: 409, title: "The account has no active test key of the method web" },
  steps_open: { status: 409, title: "Not all of the first steps are done" },
  endpoint_disabled: { status: 409, title: "This endpoint is disabled" },
  mail_unavailable: { status: 503, title: "The e-mail could not be sent" },
  unavailable: { status: 503, title: "The service is not available at the moment" },
  internal_error: { status: 500, title: "Something failed on our side" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** `path` in dot notation, `message` for a developer. */
export type FieldError = { path: string; message: string };

/** `detail` is shown to the caller: never a secret, SQL or stack. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fields?: FieldError[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ?? ERRORS[code].title, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Checks the shape: bundles may contain two copies of the class. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
