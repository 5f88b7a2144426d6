import type { authorisations } from "#lib/db/schema.ts";

/** One try to pay a transaction at one bank, as stored. */
export type Authorisation = typeof authorisations.$inferSelect;

/**
 * `starting`: stored, the bank may or may not know it yet, and the payer has no address to approve at.
 * `awaiting_payer`: the payer was sent to the bank. `processing`: approved, or the bank's word is not known.
 */
export const OPEN_STATUSES = ["starting", "awaiting_payer", "processing"] as const;

/** Tries a transaction has before it fails with the last reason. */
export const MAX_AUTHORISATIONS = 5;

/** Tells whether the bank may still execute this authorisation. */
export function isOpen(authorisation: Authorisation): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(authorisation.status);
}

const FIRST_POLL_SECONDS = 5;
const LONGEST_POLL_SECONDS = 30 * 60;

/** When a bank is asked again after `pollCount` answers that were not final: 5 s doubling up to 30 min. */
export function nextPollAt(pollCount: number, now: Date): Date {
  const seconds = Math.min(FIRST_POLL_SECONDS * 2 ** Math.min(pollCount, 20), LONGEST_POLL_SECONDS);
  return new Date(now.getTime() + seconds * 1000);
}
