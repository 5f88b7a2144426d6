import { and, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/model/schema.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";

export type Asked = { accountId: string; keys: readonly string[]; since: Date };

export const isAsked = and(
  eq(idempotencyKeys.accountId, sql.placeholder("accountId")),
  sql`${idempotencyKeys.key} = any(array(select jsonb_array_elements_text(${sql.placeholder("keys")}::jsonb)))`,
  gt(idempotencyKeys.createdAt, sql.placeholder("since")),
);

export const valuesOf = ({ keys, ...asked }: Asked) => ({ ...asked, keys: JSON.stringify(keys) });

const responses = prepare("idempotent-responses", (db) =>
  db.select().from(idempotencyKeys).where(isAsked),
);

export const find = (tx: Batched, asked: Asked) => run(tx, responses(valuesOf(asked)));

const insertion = prepare("insert-response", (db) => {
  const row = placeholdersFor(getTableColumns(idempotencyKeys));
  return db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        transactionId: sql`excluded.transaction_id`,
        sealedResponse: sql`excluded.sealed_response`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .returning({ key: idempotencyKeys.key });
});

export const insertionOf = (row: typeof idempotencyKeys.$inferSelect): Bound<unknown> =>
  insertion(row);

/** Leaves out locked ones: two could wait for each other. */
export function purge(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, idempotencyKeys, lte(idempotencyKeys.createdAt, before));
}
