/** Of every operation that needs a credential. */
export const CREDENTIAL_PROBLEMS = [
  "invalid_query",
  "ambiguous_credentials",
  "unauthorized",
  "insufficient_scope",
  "too_many_requests",
  "unavailable",
  "internal_error",
] as const;

/** Of those that take a body, too. */
export const BODY_PROBLEMS = [
  "invalid_json",
  "empty_body",
  ...CREDENTIAL_PROBLEMS,
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
] as const;
