import type { ErrorCode } from "#lib/platform/errors.ts";

export type Limit = {
  /** Per `seconds`. */
  points: number;
  /** Also counts for the networks around the address. */
  isOfAddress?: boolean;
  seconds: number;
  /** Error code above the limit. */
  code: ErrorCode;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A key is what is counted apart: an address, a user. */
export const LIMITS = {
  "sign-in-email": { points: 10, seconds: 15 * MINUTE, code: "too_many_tries" },
  "sign-in-address": {
    points: 50,
    isOfAddress: true,
    seconds: 15 * MINUTE,
    code: "too_many_tries",
  },
  "second-step": { points: 5, seconds: 15 * MINUTE, code: "too_many_tries" },
  // Per user. Each attempt costs a hash and an estimate of the new password.
  "password-change": { points: 20, seconds: 15 * MINUTE, code: "too_many_tries" },
  // Per mailed link, once found: rows for made-up tokens would fill the table.
  link: { points: 20, seconds: 15 * MINUTE, code: "too_many_tries" },
  "mail-recipient": { points: 5, seconds: HOUR, code: "too_many_mails" },
  "mail-address": { points: 20, isOfAddress: true, seconds: HOUR, code: "too_many_mails" },
  "mail-account": { points: 40, seconds: HOUR, code: "too_many_mails" },
  "mail-user": { points: 60, seconds: HOUR, code: "too_many_mails" },
  // Each costs parsing, and one statement per credit.
  "statement-account": { points: 60, seconds: HOUR, code: "too_many_requests" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
