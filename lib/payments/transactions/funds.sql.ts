import type { SeenFunds, StoredFunds } from "#lib/payments/model/funds.ts";
import { transactionFunds } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";

export const fundsColumns = {
  seenFunds: transactionFunds.funds,
  seenFundsAt: transactionFunds.movedAt,
};

export const NO_FUNDS: StoredFunds = { seenFunds: null, seenFundsAt: null };

/** The caller locks the transaction. A trigger refuses what is no transition. Notifies watchers. */
export async function storeFunds(
  tx: Database,
  transactionId: string,
  funds: SeenFunds,
  movedAt: Date,
): Promise<StoredFunds> {
  await tx
    .insert(transactionFunds)
    .values({ transactionId, funds: "received", movedAt })
    .onConflictDoUpdate({ target: transactionFunds.transactionId, set: { funds, movedAt } });
  await notify(tx, "bankside_transaction", transactionId);
  return { seenFunds: funds, seenFundsAt: movedAt };
}
