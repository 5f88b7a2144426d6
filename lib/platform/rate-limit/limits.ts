import type { ErrorCode } from "#lib/platform/errors.ts";

export type Limit = {
  /** How often something may be done within the time. */
  points: number;
  /** Whether the key is a network address, which counts for the networks around it too. */
  isOfAddress?: boolean;
  seconds: number;
  /** What more than that is answered with. */
  code: ErrorCode;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What is limited. A key is what is counted apart: an address, a user. */
export const LIMITS = {
  "sign-in-email": { points: 10, seconds: 15 * MINUTE, code: "too_many_tries" },
  "sign-in-address": {
    points: 50,
    isOfAddress: true,
    seconds: 15 * MINUTE,
    code: "too_many_tries",
  },
  "second-step": { points: 5, seconds: 15 * MINUTE, code: "too_many_tries" },
  // Of one user. Each try takes a hash and an estimate of the new password.
  "password-change": { points: 20, seconds: 15 * MINUTE, code: "too_many_tries" },
  // Of one mailed link, once it is found: a row for every token a stranger makes up would fill the table.
  link: { points: 20, seconds: 15 * MINUTE, code: "too_many_tries" },
  "mail-recipient": { points: 5, seconds: HOUR, code: "too_many_mails" },
  "mail-address": { points: 20, isOfAddress: true, seconds: HOUR, code: "too_many_mails" },
  "mail-account": { points: 40, seconds: HOUR, code: "too_many_mails" },
  "mail-user": { points: 60, seconds: HOUR, code: "too_many_mails" },
  // Each costs a moment of reading, and a statement to the database for each credit.
  "statement-account": { points: 60, seconds: HOUR, code: "too_many_requests" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
