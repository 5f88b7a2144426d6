import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Connection } from "./client.ts";
import { buildConcurrently } from "./concurrent-migration.ts";
import type { Database } from "./database.ts";
import { NewerSchemaError, OlderSchemaError } from "./migration-errors.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { SET_MEANING } from "./session.ts";
import { readValue } from "./value.ts";

// Any numbers shared by all processes. Processes of earlier versions wait for the first in a statement, and so with a snapshot
// for which building an index concurrently waits: that has a lock of its own.
const LOCK = 7_266_378_201;
const CONCURRENT_LOCK = 7_266_378_203;
const POLL_MS = 250;

// Shorter than PostgreSQL waits before it ends one side of a deadlock (1 s): the migration gives way then, no request fails.
// Requests behind it wait no longer either.
const TABLE_LOCK_MS = 500;
const PAUSE_MS = 1_000;

const CREATE_TABLE = `create table if not exists schema_migrations (
  created_at bigint primary key, hash text not null, applied_at timestamptz not null default now())`;

type Options = {
  known?: Migration[];
  /** Gets a sentence if another process migrates. */
  report?: (sentence: string) => void;
};

/**
 * Applies what is pending and returns it. Several processes can do so at the same time. Without anything pending, this only reads.
 * @throws NewerSchemaError, OlderSchemaError
 */
export async function migrate(
  { session }: Pick<Connection, "session">,
  { known = readMigrations(), report = () => undefined }: Options = {},
): Promise<Migration[]> {
  return session(async (db) => {
    const applied: Migration[] = [];
    for (;;) {
      const [next] = pendingOf(known, await readApplied(db));
      if (!next) return applied;
      if (applied.length === 0) await endTimeLimits(db);
      applied.push(
        ...(next.isConcurrent
          ? await applyConcurrently(db, next, known, report)
          : await untilUnlocked(() => applyInTransaction(db, known, report), report)),
      );
    }
  });
}

/** By their times of creation. */
export async function readApplied(db: Database): Promise<Map<number, Date>> {
  if (!(await readValue(db, sql<boolean>`to_regclass('schema_migrations') is not null`)))
    return new Map();
  const rows = await db
    .select({
      createdAt: sql<string>`created_at::text`,
      appliedAt: sql<string>`applied_at::text`,
    })
    .from(sql`schema_migrations`);
  return new Map(rows.map((row) => [Number(row.createdAt), new Date(row.appliedAt)]));
}

/**
 * The first migration has the time of the last one of those that it replaced, so it counts as applied where they are.
 * @throws NewerSchemaError, OlderSchemaError
 */
export function pendingOf(known: Migration[], applied: Map<number, Date>): Migration[] {
  const last = Math.max(0, ...applied.keys());
  if (last > newestOf(known)) throw new NewerSchemaError();
  if (last > 0 && last < (known[0]?.createdAt ?? 0)) throw new OlderSchemaError();
  return known.filter(({ createdAt }) => createdAt > last);
}

/** What {@link migrate} executes, for `psql`. */
export function scriptOf(pending: Migration[]): string {
  const lines = pending.flatMap((migration, index) => [
    `-- ${migration.tag}`,
    ...(migration.isConcurrent ? [] : ["begin;"]),
    ...(index === 0 ? [`${CREATE_TABLE};`] : []),
    ...migration.statements.map((statement) => `${statement.trim().replace(/;?$/, ";")}`),
    `insert into schema_migrations (created_at, hash) values (${migration.createdAt}, '${migration.hash}');`,
    ...(migration.isConcurrent ? [] : ["commit;"]),
  ]);
  // A statement of a concurrent migration that failed must not be recorded as done.
  const start = ["\\set ON_ERROR_STOP on", "set statement_timeout = 0;", ...SET_MEANING];
  return [...start, ...lines].join("\n");
}

/** Whether the user may create tables, and change those there are. */
export function mayMigrate(db: Database): Promise<boolean> {
  return readValue(
    db,
    sql<boolean>`coalesce(has_schema_privilege(current_schema(), 'create'), false) and coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')), true)`,
  );
}

export async function isMigrated({ db }: Pick<Connection, "db">): Promise<boolean> {
  newestKnown ??= newestOf(readMigrations());
  const [row] = await db
    .select({ last: sql<string | null>`max(created_at)::text` })
    .from(sql`schema_migrations`);
  return Number(row?.last ?? 0) >= newestKnown;
}

// Cached: this runs every second.
let newestKnown: number | undefined;

function newestOf(known: Migration[]): number {
  return known.at(-1)?.createdAt ?? 0;
}

type Report = (sentence: string) => void;

/** One migration, to hold locks briefly; in a new database all of them. */
async function applyInTransaction(
  db: Database,
  known: Migration[],
  report: Report,
): Promise<Migration[]> {
  return db.transaction(async (tx) => {
    await acquire(tx, sql`pg_try_advisory_xact_lock(${LOCK})`, report);
    await tx.execute(sql.raw(`set local lock_timeout = ${TABLE_LOCK_MS}`));
    await tx.execute(sql.raw(CREATE_TABLE));
    const applied = await readApplied(tx);
    const pending = pendingOf(known, applied);
    const end = pending.findIndex(({ isConcurrent }) => isConcurrent);
    const possible = end < 0 ? pending : pending.slice(0, end);
    const together = applied.size === 0 ? possible : possible.slice(0, 1);
    for (const migration of together) {
      for (const statement of migration.statements) await tx.execute(sql.raw(statement));
      await record(tx, migration);
    }
    return together;
  });
}

async function untilUnlocked<T>(work: () => Promise<T>, report: Report): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (tries === 0) report("A migration waits for a table that is in use: trying again.");
      await sleep(PAUSE_MS);
    }
  }
}

/** A table was locked for too long, or the migration was the one that a deadlock ended. */
function isLocked(error: unknown): boolean {
  const { code } = ((error instanceof Error && error.cause) || {}) as { code?: unknown };
  return code === "55P03" || code === "40P01";
}

async function applyConcurrently(
  db: Database,
  next: Migration,
  known: Migration[],
  report: Report,
): Promise<Migration[]> {
  await acquire(db, sql`pg_try_advisory_lock(${CONCURRENT_LOCK})`, report);
  try {
    const [still] = pendingOf(known, await readApplied(db));
    if (still?.tag !== next.tag) return [];
    for (const statement of next.statements) await buildConcurrently(db, statement);
    await record(db, next);
    return [next];
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${CONCURRENT_LOCK})`);
  }
}

function record(db: Database, { createdAt, hash }: Migration) {
  return db.execute(
    sql`insert into schema_migrations (created_at, hash) values (${createdAt}, ${hash})`,
  );
}

// Asks again instead of waiting in a statement, with a snapshot.
async function acquire(db: Database, lock: SQL, report: Report): Promise<void> {
  for (let tries = 0; !(await readValue(db, sql<boolean>`${lock}`)); tries += 1) {
    if (tries === 0) report("Another process migrates this database: waiting for it.");
    await sleep(POLL_MS);
  }
}

/** For the session: a migration may be slow, or wait for a lock of a table. */
async function endTimeLimits(db: Database): Promise<void> {
  for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
    await db.execute(sql.raw(`set ${name} = 0`));
  }
}
