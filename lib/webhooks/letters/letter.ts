import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { LetterKind } from "#lib/webhooks/model/letter.ts";
import type { letters } from "#lib/webhooks/model/letters.schema.ts";

export type Letter = typeof letters.$inferSelect;

export type LetterOwner = { accountId: string; mode: Mode };

/** What makes a letter the same. */
export type LetterKey = LetterOwner & { kind: LetterKind; subject: string; recipient: string };

const WINDOW_MS = 15 * 60_000;

// Longer than the database transaction of a payment that was decided in the window.
const GRACE_MS = 60_000;

/** Notes of a quarter of an hour are sent together, so that a busy shop gets at most 96 a day. */
export function windowOf(now: Date): { subject: string; sendAt: Date } {
  const start = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
  return {
    subject: new Date(start).toISOString(),
    sendAt: new Date(start + WINDOW_MS + GRACE_MS),
  };
}

const MINUTE_MS = 60_000;

/** Before the second and each further attempt. Together 16 hours: a payer's address is deleted after a day. */
export const WAITS_MS: readonly number[] = [1, 5, 15, 60, 180, 360, 360].map(
  (minutes) => minutes * MINUTE_MS,
);

/** `undefined` after the last attempt. */
export function nextTryAt(attempts: number, now: Date): Date | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait);
}
