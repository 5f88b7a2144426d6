import { type BankConnector, type BankDirectory, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Attempt } from "./attempt.ts";
import type { PayerPages } from "./return-url.ts";

export type AttemptDeps = PayerPages & {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Logger;
  lifecycle: Lifecycle;
  banks: BankDirectory;
  /** Sent by the merchant; never changes within a session. */
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
  orderDigest: (transaction: Transaction) => string;
};

/** @throws BankError `unreachable` when the bank is no longer configured */
export async function connectorFor(
  { db, lifecycle, banks }: Pick<AttemptDeps, "db" | "lifecycle" | "banks">,
  { bankId, transactionId }: Attempt,
): Promise<BankConnector> {
  const transaction = await lifecycle.find(db, transactionId);
  const connector = transaction && banks.connectorFor(bankId, transaction.mode);
  if (!connector) throw new BankError("unreachable", `no bank ${bankId} configured`);
  return connector;
}
