import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";

export function orderDigest(
  seal: Seal,
  transaction: Pick<Transaction, "id" | "amount" | "currency" | "payeeIban" | "payeeName">,
): string {
  const { id, amount, currency, payeeIban, payeeName } = transaction;
  return seal.mac(JSON.stringify([id, amount, currency, payeeIban, payeeName]), "order");
}
