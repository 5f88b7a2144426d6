import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection, Database } from "./client.ts";

// Any number shared by all processes.
const LOCK = 7_266_378_201;

export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
}

/**
 * One transaction under an advisory lock: several processes can start at the same time.
 * @throws NewerSchemaError
 */
export async function migrate(
  { db }: Pick<Connection, "db">,
  folder = migrationsFolder(),
): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.execute(sql`create table if not exists schema_migrations (
      created_at bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
    const last = await lastApplied(tx);
    if (last > newestOf(known)) {
      throw new NewerSchemaError(
        "The database was migrated by a newer version of Bankside. Start that version, or restore an older backup.",
      );
    }
    for (const migration of known.filter(({ folderMillis }) => folderMillis > last)) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into schema_migrations (created_at, hash) values (${migration.folderMillis}, ${migration.hash})`,
      );
    }
  });
}

export async function isMigrated({ db }: Pick<Connection, "db">): Promise<boolean> {
  newestKnown ??= newestOf(readMigrationFiles({ migrationsFolder: migrationsFolder() }));
  return (await lastApplied(db)) >= newestKnown;
}

// Cached: this runs every second.
let newestKnown: number | undefined;

function newestOf(known: { folderMillis: number }[]): number {
  return known.at(-1)?.folderMillis ?? 0;
}

async function lastApplied(db: Database): Promise<number> {
  const [row] = await db
    .select({ last: sql<string | null>`max(created_at)::text` })
    .from(sql`schema_migrations`);
  return Number(row?.last ?? 0);
}

// Commands run at the project's root. A bundled module does not know its source path.
function migrationsFolder(): string {
  return join(process.cwd(), "lib/platform/db/migrations");
}
