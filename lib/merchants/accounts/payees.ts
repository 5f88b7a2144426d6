import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";

export type Payee = { iban: string; name: string };

/**
 * An unconfirmed payee counts in test mode only.
 * @throws AppError `no_payee`
 */
export async function primaryPayee(db: Database, accountId: string, mode: Mode): Promise<Payee> {
  const payees = await repository.listPayees(db, accountId);
  const payee = payees.find(
    ({ isPrimary, confirmedAt }) => isPrimary && (mode === "test" || confirmedAt !== null),
  );
  if (!payee) throw new AppError("no_payee");
  return { iban: payee.iban, name: payee.name };
}

/** Unconfirmed ones count in test mode only. */
export async function findPayee(
  db: Database,
  accountId: string,
  iban: string,
  mode: Mode,
): Promise<Payee | undefined> {
  const payee = await repository.findPayee(db, accountId, iban);
  if (!payee || (mode === "live" && payee.confirmedAt === null)) return undefined;
  return { iban: payee.iban, name: payee.name };
}

/** Unconfirmed ones count in test mode only. */
export async function payableIbans(db: Database, accountId: string, mode: Mode): Promise<string[]> {
  const payees = await repository.listPayees(db, accountId);
  return payees
    .filter(({ confirmedAt }) => mode === "test" || confirmedAt !== null)
    .map(({ iban }) => iban);
}
