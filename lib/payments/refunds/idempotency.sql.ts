import { and, eq, gte, lt } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

type StoredKey = typeof idempotencyKeys.$inferSelect;

export async function findKey(
  db: Database,
  { accountId, key }: Pick<StoredKey, "accountId" | "key">,
  since: Date,
): Promise<StoredKey | undefined> {
  const { createdAt } = idempotencyKeys;
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, key),
        gte(createdAt, since),
      ),
    );
  return row;
}

/** `false` if another request took it meanwhile. */
export async function takeKey(db: Database, row: StoredKey, since: Date): Promise<boolean> {
  const { requestHash, transactionId, sealedResponse, createdAt } = row;
  const taken = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { requestHash, transactionId, sealedResponse, createdAt },
      setWhere: lt(idempotencyKeys.createdAt, since),
    })
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}
