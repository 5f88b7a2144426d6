import { readBankDetails, readPayerIban } from "#lib/payments/payers/sessions.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { openAccount, type PayerAccount, sealAccount, transferAccountContext } from "./account.ts";
import {
  insertTransferAccount,
  listPayerSessions,
  listTransferAccounts,
} from "./payer-account.sql.ts";
import type { Refund, RefundDeps } from "./refund.ts";

type Money = Pick<Refund, "transactionId" | "transferId">;

/** Where the money came from; else what the payer entered for their bank. `undefined` also if it came from several accounts. */
export async function findAccount(
  { seal }: Pick<RefundDeps, "seal">,
  tx: Database,
  money: Money,
): Promise<PayerAccount | undefined> {
  const rows = await listTransferAccounts(tx, money);
  const accounts = rows.map((row) =>
    openAccount(seal, row.sealedAccount, transferAccountContext(row.transferId)),
  );
  if (new Set(accounts.map(({ iban }) => iban)).size > 1) return undefined;
  return accounts[0] ?? findEntered(seal, tx, money);
}

async function findEntered(
  seal: RefundDeps["seal"],
  tx: Database,
  { transactionId, transferId }: Money,
): Promise<PayerAccount | undefined> {
  if (transferId !== null) return undefined;
  for (const { sessionId, bankId } of await listPayerSessions(tx, transactionId)) {
    const { iban } = await readBankDetails({ db: tx, seal }, sessionId, bankId);
    const entered = iban ?? (await readPayerIban({ db: tx, seal }, sessionId));
    if (entered !== undefined) return { iban: entered, name: null };
  }
  return undefined;
}

/** So that the money can go back where it came from. */
export async function keepTransferAccount(
  { seal, clock }: Pick<RefundDeps, "seal" | "clock">,
  tx: Database,
  transferId: string,
  account: PayerAccount,
): Promise<void> {
  const sealedAccount = sealAccount(seal, account, transferAccountContext(transferId));
  await insertTransferAccount(tx, { transferId, sealedAccount, createdAt: clock.now() });
}
