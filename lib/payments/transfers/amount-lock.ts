import type { Database } from "#lib/platform/db/database.ts";
import { lockName, shareName } from "#lib/platform/db/name-lock.ts";
import type { ReceivedTransfer, TransferOwner } from "./transfer.ts";

type Money = TransferOwner & Pick<ReceivedTransfer, "amount" | "currency">;

const nameOf = ({ accountId, mode, amount, currency }: Money) =>
  ["received", accountId, mode, amount, currency].join(":");

/** Before a member's choice: no money of this amount becomes a payment's meanwhile. Lock the transaction first. */
export function lockAmount(tx: Database, money: Money): Promise<void> {
  return lockName(tx, nameOf(money));
}

/** Before money becomes a payment's by its reference. Lock the transaction first. */
export function shareAmount(tx: Database, money: Money): Promise<void> {
  return shareName(tx, nameOf(money));
}
