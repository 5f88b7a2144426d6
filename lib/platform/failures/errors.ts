/** The `code` is stable and part of the API (RFC 9457 extension member). */
export const ERRORS = {
  malformed_request: { status: 400, title: "The request is not valid HTTP" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  empty_body: { status: 400, title: "The body is empty" },
  ambiguous_credentials: { status: 400, title: "More than one credential was sent" },
  invalid_query: { status: 400, title: "A query parameter is not valid" },
  invalid_idempotency_key: { status: 400, title: "The Idempotency-Key header is not valid" },
  unauthorized: {
    status: 401,
    title: "Missing or invalid API key or JWT (X-API-Key or Authorization header)",
  },
  forbidden: { status: 403, title: "This credential lacks permission for this request" },
  insufficient_scope: { status: 403, title: "This API key lacks the scope of this request" },
  live_mode_off: {
    status: 409,
    title: "Live mode is disabled while TEST_CLOCK is on",
  },
  https_required: {
    status: 409,
    title: "Live keys need https, but PUBLIC_URL or another public address uses http",
  },
  test_mode_only: { status: 403, title: "This request needs a test key" },
  account_closed: { status: 403, title: "The account is closed" },
  not_found: { status: 404, title: "Resource not found" },
  method_not_allowed: { status: 405, title: "This path does not support this method" },
  transaction_in_progress: { status: 409, title: "The bank is still processing this transaction" },
  already_paid: { status: 409, title: "This externalId is already paid" },
  external_id_in_use: {
    status: 409,
    title: "This externalId is already used by another user",
  },
  transaction_final: { status: 409, title: "This transaction is already completed" },
  settled_too_soon: {
    status: 409,
    title: "A payment can be settled as failed seven days after its payment attempt began",
  },
  outcome_not_possible: { status: 409, title: "This outcome is not possible in the current state" },
  transfer_not_expected: { status: 409, title: "This transaction does not expect a bank transfer" },
  transfer_undecided: {
    status: 409,
    title: "A bank transfer of a different amount arrived for this transaction",
  },
  transfer_counted: {
    status: 409,
    title: "This money probably belongs to another transaction",
  },
  attempts_exhausted: { status: 409, title: "No payment attempts left for this transaction" },
  payment_in_question: { status: 409, title: "The last payment attempt is under review" },
  authorisation_open: { status: 409, title: "Another payment attempt is still open" },
  claimed_elsewhere: { status: 409, title: "Another device has opened this order" },
  order_changed: { status: 409, title: "The order changed since it was displayed" },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this Idempotency-Key is still running",
  },
  body_too_large: { status: 413, title: "The body is too large" },
  misdirected_request: { status: 421, title: "This server does not serve this host" },
  unsupported_media_type: {
    status: 415,
    title: "This Content-Type or Content-Encoding is not supported",
  },
  payer_not_verified: { status: 403, title: "The payer has not been verified" },
  session_missing: { status: 401, title: "This browser has no session for this payment" },
  link_not_valid: { status: 401, title: "This payment link is invalid or has expired" },
  link_used: { status: 409, title: "This payment link has already been used" },
  return_address_refused: { status: 422, title: "The app's return address is not allowed" },
  code_wrong: { status: 422, title: "The code is incorrect" },
  code_expired: { status: 422, title: "The code is no longer valid" },
  code_too_soon: { status: 429, title: "A code was just sent" },
  no_more_codes: { status: 409, title: "Code limit reached for this transaction" },
  cookies_blocked: { status: 400, title: "This browser blocks cookies" },
  too_many_codes: { status: 429, title: "Too many codes were sent to this address" },
  too_many_transactions: {
    status: 429,
    title: "Transaction limit reached for this JWT",
  },
  invalid_request: { status: 422, title: "Some fields are not valid" },
  payee_not_confirmed: { status: 422, title: "This IBAN is not a confirmed IBAN of the account" },
  idempotency_key_reused: {
    status: 422,
    title: "This Idempotency-Key was used with a different request",
  },
  no_way_to_pay: { status: 409, title: "There is no way to pay this account in live mode" },
  payment_link_over: { status: 409, title: "This payment link takes no more payments" },
  payment_link_busy: { status: 409, title: "Others are paying by this link just now" },
  no_payee: { status: 422, title: "The account has no confirmed IBAN" },
  payer_details_needed: { status: 422, title: "The bank needs details of the payer" },
  bank_unavailable: { status: 503, title: "The bank is not responding" },
  sign_in_failed: { status: 401, title: "The e-mail address or password is incorrect" },
  signed_out: { status: 401, title: "This browser is not signed in" },
  confirmation_required: {
    status: 403,
    title: "This needs your second factor once more",
  },
  live_second_factor_required: {
    status: 403,
    title: "This live refund needs your second factor",
  },
  signup_closed: { status: 403, title: "Only the operator can create accounts" },
  email_link_not_valid: { status: 410, title: "This link is invalid or has expired" },
  second_factor_wrong: { status: 422, title: "This code is incorrect" },
  passkey_failed: { status: 422, title: "The passkey was not accepted" },
  oidc_unavailable: { status: 503, title: "The identity provider is not responding" },
  oidc_failed: { status: 401, title: "The identity provider's response is not valid" },
  oidc_refused: { status: 403, title: "The identity provider refused the sign-in" },
  oidc_email_unverified: {
    status: 403,
    title: "The identity provider has not confirmed the e-mail address",
  },
  oidc_domain: { status: 403, title: "This e-mail domain may not sign in" },
  oidc_email_taken: { status: 409, title: "This e-mail address belongs to another user" },
  oidc_no_role: { status: 403, title: "This user has no role in any account" },
  oidc_only: { status: 403, title: "Only the identity provider can sign users in" },
  too_many_requests: { status: 429, title: "Too many requests" },
  too_many_tries: { status: 429, title: "Too many attempts" },
  too_many_mails: { status: 429, title: "Too many e-mails were sent to this address" },
  account_changed: { status: 409, title: "Another account is now open in this browser" },
  last_owner: { status: 409, title: "An account needs an owner" },
  already_member: { status: 409, title: "This person is already a member" },
  wrong_recipient: { status: 403, title: "This invitation is for someone else" },
  limit_reached: { status: 409, title: "Limit reached" },
  no_test_key: { status: 409, title: "The account has no active test key for the web integration" },
  refund_exceeds_payment: {
    status: 409,
    title: "The refund is more than what is left of the money",
  },
  refund_not_possible: { status: 409, title: "This refund is not possible" },
  steps_open: { status: 409, title: "Setup steps are incomplete" },
  endpoint_disabled: { status: 409, title: "This endpoint is disabled" },
  mail_unavailable: { status: 503, title: "The e-mail could not be sent" },
  unavailable: { status: 503, title: "The service is temporarily unavailable" },
  internal_error: { status: 500, title: "Internal server error" },
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
  /** For codes that have several. Stable, and part of the API. */
  readonly reason: string | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fields?: FieldError[];
      retryAfterSeconds?: number;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ?? ERRORS[code].title, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.reason = options.reason;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** `invalid_request` for one field. */
export function invalidField(path: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid_request", { fields: [{ path, message }], cause });
}

/** Checks the shape: bundles may contain two copies of the class. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
