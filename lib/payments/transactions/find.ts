import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { checkoutTokenDigest } from "./checkout-token.ts";
import * as repository from "./repository.ts";
import type { Transaction } from "./transaction.ts";

/** @throws AppError `not_found` */
export async function get(
  db: Database,
  { accountId, mode }: ApiKey,
  id: string,
): Promise<Transaction> {
  const transaction = await repository.findForAccount(db, accountId, mode, id);
  if (!transaction) throw new AppError("not_found");
  return transaction;
}

/** `isUsed`: the token has opened a session. */
export async function findByCheckoutToken(
  db: Database,
  token: string,
): Promise<{ transaction: Transaction; isUsed: boolean } | undefined> {
  const digest = checkoutTokenDigest(token);
  const row = digest && (await repository.findByCheckoutToken(db, digest));
  return row ? { transaction: row.transaction, isUsed: row.usedAt !== null } : undefined;
}
