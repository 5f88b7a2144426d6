import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import type { BankDetails } from "./details.ts";
import type { Payment, Sessions } from "./sessions.ts";

/** As typed. */
export type EnteredDetails = { iban?: string | undefined; id?: string | undefined };

type Deps = {
  db: Database;
  attempts: Pick<AttemptService, "neededAt" | "findOpen">;
  sessions: Pick<Sessions, "keepDetails">;
};

type Session = Payment<WholeTransaction>;

/**
 * Keeps what the payer entered, sealed with the session. An open payment attempt at the bank keeps what it was sent with. `false`:
 * this bank needs nothing.
 * @throws AppError `payer_details_needed` with the fields that are missing or invalid
 */
export async function keepEntered(
  { db, attempts, sessions }: Deps,
  { id, transaction, details }: Session,
  { bankId, entered = {} }: { bankId: string; entered?: EnteredDetails | undefined },
): Promise<boolean> {
  const needs = attempts.neededAt(transaction, bankId);
  if (needs.length === 0) return false;
  const open = await attempts.findOpen(db, transaction.id);
  if (open?.bankId === bankId) return true;
  const read: BankDetails = {
    ...(needs.includes("iban") && { iban: parseIban(entered.iban ?? details.iban ?? "") }),
    ...(needs.includes("id") && { id: parseId(entered.id ?? "") }),
  };
  const missing = needs.filter((need) => read[need] === undefined);
  if (missing.length > 0) {
    const fields = missing.map((path) => ({ path, message: "is needed by this bank" }));
    throw new AppError("payer_details_needed", { fields });
  }
  await sessions.keepDetails(id, { ...details, atBanks: { ...details.atBanks, [bankId]: read } });
  return true;
}

/** Sent in a header. */
function parseId(typed: string): string | undefined {
  const id = typed.trim();
  return /^[\x20-\x7e]{1,100}$/.test(id) ? id : undefined;
}
