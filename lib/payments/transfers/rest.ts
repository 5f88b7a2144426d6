import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { ReceivedTransfer, TransferStatus } from "./transfer.ts";

type Money = Pick<ReceivedTransfer, "amount" | "currency"> & { id?: string };

/** The ids of the other transfers that make up the whole amount with this one; `undefined` if they do not. */
export function completes(
  { amount, currency }: Pick<Transaction, "amount" | "currency">,
  transfers: ReceivedTransfer[],
  money: Money,
  statuses: readonly TransferStatus[],
): string[] | undefined {
  const others = transfers.filter(
    (each) =>
      each.id !== money.id &&
      each.resolvedAt === null &&
      each.currency === currency &&
      statuses.includes(each.status),
  );
  const sum = others.reduce((total, each) => total + each.amount, money.amount);
  const isWhole = money.currency === currency && sum === amount;
  return others.length > 0 && isWhole ? others.map(({ id }) => id) : undefined;
}
