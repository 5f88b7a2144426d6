export const FEED_PROVIDERS = ["qonto", "revolut"] as const;
export type FeedProvider = (typeof FEED_PROVIDERS)[number];

/**
 * `denied`: the credentials. `account_missing`: they see no account with this IBAN. `busy`: too many requests. `unreachable`: no
 * response, or the provider failed. `unexpected_answer`: not understood. `internal`: what was read could not be stored.
 */
export const FEED_ERRORS = [
  "denied",
  "account_missing",
  "busy",
  "unreachable",
  "unexpected_answer",
  "internal",
] as const;
export type FeedError = (typeof FEED_ERRORS)[number];
