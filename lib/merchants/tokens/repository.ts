import { desc, eq, getTableColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import { signingKeys, tokens } from "#lib/merchants/model/schema.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";

export type SigningKeyRow = typeof signingKeys.$inferSelect;
export type TokenRow = typeof tokens.$inferSelect;

const insertion = prepare("insert-token", (db) =>
  db
    .insert(tokens)
    .values(placeholdersFor(getTableColumns(tokens)))
    .returning({ jti: tokens.jti }),
);

export async function insertToken(db: Database, row: TokenRow): Promise<void> {
  await run(db, insertion(row));
}

const byJti = prepare("token-by-jti", (db) =>
  db
    .select()
    .from(tokens)
    .where(eq(tokens.jti, sql.placeholder("jti"))),
);

export async function findToken(db: Database, jti: string): Promise<TokenRow | undefined> {
  const [row] = await run(db, byJti({ jti }));
  return row;
}

const creations = prepare("token-creations", (db) =>
  db
    .select({ creations: tokens.creations })
    .from(tokens)
    .where(eq(tokens.jti, sql.placeholder("jti")))
    .for("no key update"),
);

export async function lockCreations(tx: Batched, jti: string): Promise<number | undefined> {
  const [row] = await run(tx, creations({ jti }));
  return row?.creations;
}

const counting = prepare("count-token-creation", (db) =>
  db
    .update(tokens)
    .set({ creations: sql`${tokens.creations} + 1` })
    .where(eq(tokens.jti, sql.placeholder("jti")))
    .returning({ jti: tokens.jti }),
);

export const countingOf = (jti: string): Bound<unknown> => counting({ jti });

export async function setFirstSession(
  db: Database,
  jti: string,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await db
    .update(tokens)
    .set({ firstSessionId: sql`coalesce(${tokens.firstSessionId}, ${sessionId})` })
    .where(eq(tokens.jti, jti))
    .returning({ firstSessionId: tokens.firstSessionId });
  return row?.firstSessionId ?? undefined;
}

export function deleteExpired(db: Database, time: Date): Promise<number> {
  return deleteInParts(db, tokens, lt(tokens.expiresAt, time));
}

export async function insertKey(db: Database, row: SigningKeyRow): Promise<void> {
  await db.insert(signingKeys).values(row);
}

/** Signing key first. */
export function listKeys(db: Database, now: Date): Promise<SigningKeyRow[]> {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, now)))
    .orderBy(sql`${signingKeys.retiredAt} desc nulls first`, desc(signingKeys.createdAt));
}

/** The signing keys only verify from now on, until `retiredAt`. Returns their number. */
export async function retireKeys(db: Database, retiredAt: Date): Promise<number> {
  const rows = await db
    .update(signingKeys)
    .set({ retiredAt })
    .where(isNull(signingKeys.retiredAt))
    .returning({ kid: signingKeys.kid });
  return rows.length;
}

export async function deleteRetiredKeys(db: Database, time: Date): Promise<number> {
  const rows = await db
    .delete(signingKeys)
    .where(lt(signingKeys.retiredAt, time))
    .returning({ kid: signingKeys.kid });
  return rows.length;
}

export async function serialise(db: Database): Promise<void> {
  await db.execute("select pg_advisory_xact_lock(7266378202)");
}
