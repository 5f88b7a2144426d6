import { AppError, type ErrorCode } from "#lib/platform/failures/errors.ts";

export type Limit = {
  /** Per `seconds`. */
  points: number;
  seconds: number;
  /**
   * In the database first, in windows from a key's first use, where one too many matters. Others count in this process first, in
   * windows that all processes share.
   */
  isStrict?: boolean;
  isStretched?: boolean;
  isOfAddress?: boolean;
  code?: ErrorCode;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** docs/limits.md explains the numbers of limits that are not strict. */
export const LIMITS = {
  // Per API key, with its JWTs.
  "key-reads": { points: 500, seconds: 10, isStretched: true },
  "key-writes": { points: 200, seconds: 10, isStretched: true },
  // Per account and mode.
  "account-creations": { points: 300, seconds: 10, isStretched: true },
  // Per address.
  "failed-credentials": { points: 100, seconds: MINUTE, isOfAddress: true },
  "unknown-payments": { points: 60, seconds: MINUTE, isOfAddress: true },
  // Webhooks of feeds that do not exist, or are not signed.
  "unknown-hooks": { points: 60, seconds: MINUTE, isOfAddress: true },
  "embed-checks": { points: 120, seconds: MINUTE, isOfAddress: true },
  // Files for the sandbox bank.
  "sandbox-files": { points: 20, seconds: MINUTE, isOfAddress: true },
  "payer-steps": { points: 300, seconds: MINUTE, isOfAddress: true },
  // Each may make a transaction.
  "link-presses": { points: 60, seconds: 10 * MINUTE, isOfAddress: true },
  // Per payment link: new transactions.
  "link-creations": { points: 600, seconds: 10 * MINUTE },
  "status-looks": { points: 1200, seconds: MINUTE, isOfAddress: true },

  "sign-in-email": { points: 10, seconds: 15 * MINUTE, isStrict: true, code: "too_many_tries" },
  "sign-in-address": {
    points: 50,
    seconds: 15 * MINUTE,
    isStrict: true,
    isOfAddress: true,
    code: "too_many_tries",
  },
  // Longer than its cookie lasts: each is used once.
  "oidc-state": { points: 1, seconds: 20 * MINUTE, isStrict: true, code: "oidc_failed" },
  "second-step": { points: 5, seconds: 15 * MINUTE, isStrict: true, code: "too_many_tries" },
  // Per user. Costs a hash and an estimate.
  "password-change": { points: 20, seconds: 15 * MINUTE, isStrict: true, code: "too_many_tries" },
  // Per mailed link, once found: rows for made-up tokens would fill the table.
  link: { points: 20, seconds: 15 * MINUTE, isStrict: true, code: "too_many_tries" },
  "mail-recipient": { points: 5, seconds: HOUR, isStrict: true, code: "too_many_mails" },
  "mail-address": {
    points: 20,
    seconds: HOUR,
    isStrict: true,
    isOfAddress: true,
    code: "too_many_mails",
  },
  // Per paid transaction.
  receipt: { points: 3, seconds: HOUR, isStrict: true, code: "too_many_mails" },
  "mail-account": { points: 40, seconds: HOUR, isStrict: true, code: "too_many_mails" },
  "mail-user": { points: 60, seconds: HOUR, isStrict: true, code: "too_many_mails" },
  // Each asks a provider.
  "feed-account": { points: 30, seconds: HOUR, isStrict: true },
  "statement-account": { points: 60, seconds: HOUR, isStrict: true },
} as const satisfies Record<string, Limit>;

type Limits = typeof LIMITS;
export type LimitName = keyof Limits;
export type StrictName = {
  [Name in LimitName]: Limits[Name] extends { isStrict: true } ? Name : never;
}[LimitName];
export type FastName = Exclude<LimitName, StrictName>;

export type LimitStatus = {
  name: LimitName;
  points: number;
  seconds: number;
  left: number;
  resetSeconds: number;
  isOver: boolean;
};

export function refusal({ name, resetSeconds }: LimitStatus): AppError {
  const { code = "too_many_requests" }: Limit = LIMITS[name];
  return new AppError(code, { retryAfterSeconds: Math.max(1, resetSeconds) });
}
