import { and, count, desc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { apiKeys } from "#lib/merchants/model/schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { ApiKeyRow } from "./api-key.ts";

const activeByDigest = prepare("active-key-by-digest", (db) =>
  db
    .select()
    .from(apiKeys)
    .where(
      and(
        inArray(apiKeys.digest, [sql.placeholder("digest"), sql.placeholder("scoped")]),
        isNull(apiKeys.revokedAt),
      ),
    ),
);

const activeById = prepare("active-key-by-id", (db) =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, sql.placeholder("id")), isNull(apiKeys.revokedAt))),
);

const anyLive = prepare("any-live-key", (db) =>
  db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.mode, "live")).limit(1),
);

const activeOf = (accountId: string, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));

export async function insert(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

export async function findActiveByDigest(
  db: Database,
  digests: { digest: string; scoped: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await run(db, activeByDigest(digests));
  return row;
}

export async function findActiveById(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await run(db, activeById({ id }));
  return row;
}

export async function find(
  db: Database,
  accountId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id)));
  return row;
}

const hasSomeScope = sql`${apiKeys.scopes} <> '{}'`;

/** `method`: those that may do what their method allows. `scopes`: those that may do some. */
export type Listed = {
  accountId: string;
  mode: Mode | undefined;
  kind: "method" | "scopes";
};

export function list(
  db: Database,
  { accountId, mode, kind }: Listed,
  limit: number,
): Promise<ApiKeyRow[]> {
  const inMode = mode && eq(apiKeys.mode, mode);
  const isOfKind = kind === "method" ? isNull(apiKeys.scopes) : hasSomeScope;
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), inMode, isOfKind))
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit);
}

/** Of the key of payment links, which no one uses. */
const hasNoScope = sql`${apiKeys.scopes} = '{}'`;

export async function findLinkKey(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.mode, mode), hasNoScope));
  return row;
}

export async function serialise(db: Database, accountId: string): Promise<void> {
  await lockName(db, `api-keys:${accountId}`);
}

export async function countActiveOf(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
  return row?.keys ?? 0;
}

export async function rename(
  db: Database,
  accountId: string,
  id: string,
  name: string | null,
): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ name })
    .where(activeOf(accountId, id))
    .returning({ id: apiKeys.id });
  return rows.length === 1;
}

/** Locked until the transaction ends. */
export async function lockActive(
  db: Database,
  accountId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.select().from(apiKeys).where(activeOf(accountId, id)).for("no key update");
  return row;
}

export async function setWithheld(
  db: Database,
  id: string,
  values: Pick<ApiKeyRow, "withheld" | "digest">,
): Promise<void> {
  await db.update(apiKeys).set(values).where(eq(apiKeys.id, id));
}

export async function revoke(
  db: Database,
  accountId: string,
  id: string,
  revokedAt: Date,
): Promise<Pick<ApiKeyRow, "method" | "scopes" | "mode"> | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(activeOf(accountId, id))
    .returning({ method: apiKeys.method, scopes: apiKeys.scopes, mode: apiKeys.mode });
  return row;
}

export async function revokeAll(db: Database, accountId: string, revokedAt: Date): Promise<number> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return rows.length;
}

export async function noteUse(db: Database, id: string, usedAt: Date, before: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({
      // Earlier versions stored only the last use.
      firstUsedAt: sql`coalesce(${apiKeys.firstUsedAt}, ${apiKeys.lastUsedAt}, ${usedAt.toISOString()}::timestamptz)`,
      lastUsedAt: usedAt,
    })
    .where(
      and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, before))),
    );
}

export function countActive(
  db: Database,
  accountId?: string,
): Promise<{ accountId: string; mode: ApiKeyRow["mode"]; keys: number }[]> {
  return db
    .select({ accountId: apiKeys.accountId, mode: apiKeys.mode, keys: count() })
    .from(apiKeys)
    .where(and(isNull(apiKeys.revokedAt), accountId ? eq(apiKeys.accountId, accountId) : undefined))
    .groupBy(apiKeys.accountId, apiKeys.mode);
}

export async function hasLive(db: Database): Promise<boolean> {
  const rows = await run(db, anyLive({}));
  return rows.length === 1;
}
