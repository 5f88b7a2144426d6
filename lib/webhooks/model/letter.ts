import type { Role } from "#lib/identity/model/roles.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

/** E-mails to members. `refund_problems`: failed, or came back. `overdue`: transfers that were reported and did not arrive. */
export const NOTE_KINDS = ["payments", "refunds", "refund_problems", "overdue"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** `receipt`: to the payer. */
export const LETTER_KINDS = ["receipt", ...NOTE_KINDS] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export const LETTER_STATES = ["queued", "sent", "skipped", "given_up"] as const;
export type LetterState = (typeof LETTER_STATES)[number];

/** Of those that were skipped or given up. */
export const LETTER_REASONS = [
  "no_address",
  "sent_by_hand",
  "switched_off",
  "nothing_left",
  "no_mail_server",
  "refused",
  "failed",
] as const;
export type LetterReason = (typeof LETTER_REASONS)[number];

/** The recipient of a receipt. That of a note is a user id. */
export const PAYER = "payer";

export type NoteChoice = Record<NoteKind, boolean>;

/** Problems that cost money if they are overlooked. */
const PROBLEMS: readonly NoteKind[] = ["refund_problems", "overdue"];

/** Until the member chooses. */
export function isOnByDefault(kind: NoteKind, mode: Mode, role: Role): boolean {
  return mode === "live" && role === "owner" && PROBLEMS.includes(kind);
}
