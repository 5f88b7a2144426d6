import { readBankDetails, readPayerIban } from "#lib/payments/payers/sessions.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { PayerAccount } from "./account.ts";
import { listPayerSessions } from "./payer-account.sql.ts";
import type { Refund, RefundDeps } from "./refund.ts";

/** What the payer entered for their bank, unless the money came by a transfer. */
export async function findAccount(
  { seal }: Pick<RefundDeps, "seal">,
  tx: Database,
  { transactionId, transferId }: Pick<Refund, "transactionId" | "transferId">,
): Promise<PayerAccount | undefined> {
  if (transferId !== null) return undefined;
  for (const { sessionId, bankId } of await listPayerSessions(tx, transactionId)) {
    const { iban } = await readBankDetails({ db: tx, seal }, sessionId, bankId);
    const entered = iban ?? (await readPayerIban({ db: tx, seal }, sessionId));
    if (entered !== undefined) return { iban: entered, name: null };
  }
  return undefined;
}
