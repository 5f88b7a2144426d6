import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import type { Letter } from "./letter.ts";
import type { Skipped } from "./sending.ts";
import * as switches from "./switches.sql.ts";

export type ReceiptDeps = {
  db: Database;
  transactions: { findById(id: string): Promise<WholeTransaction | undefined> };
  /** `undefined` without an address. */
  receipts: { write(transaction: WholeTransaction): Promise<Mail | undefined> };
};

export async function writeReceipt(
  { db, transactions, receipts }: ReceiptDeps,
  letter: Letter,
): Promise<Mail | Skipped> {
  const isOn = (await switches.listOn(db, letter, ["receipt"])).length > 0;
  if (!isOn) return { skip: "switched_off" };
  const transaction = await transactions.findById(letter.subject);
  const mail = transaction && (await receipts.write(transaction));
  return mail ?? { skip: "no_address" };
}
