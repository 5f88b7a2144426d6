import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as checkoutTokens from "./checkout-token.sql.ts";
import { checkoutTokenDigest } from "./checkout-token.ts";
import * as repository from "./repository.ts";
import type { KnownTransaction, Transaction } from "./transaction.ts";

/** Throws `not_found` for the key of another account or mode. */
export type ReadBy = (apiKey: ApiKey) => Promise<KnownTransaction>;

/**
 * Starts before the caller's key is known, which shares its round trip. The account is compared here: in the query, PostgreSQL may
 * take an index of all its rows until it has statistics.
 */
export function startReading(db: Database, id: string): ReadBy {
  const found = repository.findAlone(db, id);
  // Without a valid key, no one waits for it.
  found.catch(() => undefined);
  return async ({ accountId, mode }) => {
    const transaction = await found;
    if (transaction?.accountId !== accountId || transaction.mode !== mode) {
      throw new AppError("not_found");
    }
    return transaction;
  };
}

/** @throws AppError `not_found` */
export const get = (db: Database, apiKey: ApiKey, id: string) => startReading(db, id)(apiKey);

/** `isUsed`: the token has opened a session. */
export async function findByCheckoutToken(
  db: Database,
  token: string,
): Promise<{ transaction: Transaction; isUsed: boolean; locale: string | null } | undefined> {
  const digest = checkoutTokenDigest(token);
  const row = digest && (await checkoutTokens.findByCheckoutToken(db, digest));
  if (!row) return undefined;
  const { transaction, usedAt, locale } = row;
  return { transaction, isUsed: usedAt !== null, locale };
}
