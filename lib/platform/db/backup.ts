import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import pg from "pg";
import { z } from "zod";
import { migrate } from "./migrate.ts";
import { readMigrations } from "./migration-files.ts";
import { connectPglite } from "./pglite.ts";

// PostgreSQL's files open only with the same major version.
const headSchema = z.strictObject({
  format: z.literal("bankside-backup"),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Time of creation of the last migration. */
  schema: z.int(),
  sequences: z.record(z.string(), z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      bytes: z.int().nonnegative(),
    }),
  ),
  /** SHA-256 of all rows, hex. */
  digest: z.string(),
});

export type BackupHead = z.infer<typeof headSchema>;

export type Backup = { head: BackupHead; bodies: Buffer[] };

class BackupError extends Error {
  override name = "BackupError";
}

const quote = pg.escapeIdentifier;
const UNREADABLE = "The file is damaged, incomplete or no backup of Bankside.";

/** Of one moment. */
export function createBackup(client: PGlite): Promise<Buffer> {
  return client.transaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    const tables: BackupHead["tables"] = [];
    const bodies: Buffer[] = [];
    for (const [name, columns] of await readColumns(tx)) {
      const copied = await tx.query(`copy ${target(name, columns)} to '/dev/blob'`);
      const body = Buffer.from((await copied.blob?.arrayBuffer()) ?? new ArrayBuffer());
      tables.push({ name, columns, rows: copied.affectedRows ?? 0, bytes: body.length });
      bodies.push(body);
    }
    const { rows } = await tx.query<{ schema: string }>(
      "select max(created_at)::text as schema from schema_migrations",
    );
    const head: BackupHead = {
      format: "bankside-backup",
      version: 1,
      createdAt: new Date().toISOString(),
      schema: Number(rows[0]?.schema),
      sequences: await readSequences(tx),
      tables,
      digest: digestOf(bodies),
    };
    return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bodies]));
  });
}

/** @throws BackupError unless all of it is there and unchanged */
export function readBackup(file: Uint8Array): Backup {
  const content = unzip(file);
  const end = content.indexOf("\n");
  const { data: head } = headSchema.safeParse(parseJson(content.subarray(0, Math.max(0, end))));
  if (!head) throw new BackupError(UNREADABLE);
  const bodies: Buffer[] = [];
  let position = end + 1;
  for (const { bytes } of head.tables) {
    bodies.push(content.subarray(position, position + bytes));
    position += bytes;
  }
  if (position !== content.length || digestOf(bodies) !== head.digest) {
    throw new BackupError(UNREADABLE);
  }
  if (!readMigrations().some(({ createdAt }) => createdAt === head.schema)) {
    throw new BackupError(
      "The backup is of a newer version of Bankside: restore it with that version.",
    );
  }
  return { head, bodies };
}

export async function loadBackup(client: PGlite, { head, bodies }: Backup): Promise<void> {
  const known = readMigrations().filter(({ createdAt }) => createdAt <= head.schema);
  await migrate(connectPglite(client), { known });
  await client.transaction(async (tx) => {
    // No trigger changes the rows, in any order of tables.
    await tx.query("set local session_replication_role = replica");
    const columns = await readColumns(tx);
    if (columns.size !== head.tables.length) throw new BackupError(UNREADABLE);
    for (const [index, table] of head.tables.entries()) {
      const isSame = columns.get(table.name)?.toSorted().join() === table.columns.toSorted().join();
      if (!isSame) throw new BackupError(UNREADABLE);
      await tx.query(`delete from ${quote(table.name)}`);
      const blob = new Blob([new Uint8Array(bodies[index] ?? [])]);
      const copy = `copy ${target(table.name, table.columns)} from '/dev/blob'`;
      const { affectedRows } = await tx.query(copy, [], { blob });
      if ((affectedRows ?? 0) !== table.rows) throw new BackupError(UNREADABLE);
    }
    for (const [name, value] of Object.entries(head.sequences)) {
      await tx.query("select setval($1::regclass, $2::bigint)", [quote(name), value]);
    }
  });
}

const target = (name: string, columns: string[]) =>
  `${quote(name)} (${columns.map((column) => quote(column)).join(", ")})`;

async function readColumns(tx: Transaction): Promise<Map<string, string[]>> {
  const { rows } = await tx.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Last values; unused ones are absent. */
async function readSequences(tx: Transaction): Promise<Record<string, string>> {
  const { rows } = await tx.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function digestOf(bodies: Buffer[]): string {
  const hash = createHash("sha256");
  for (const body of bodies) hash.update(body);
  return hash.digest("hex");
}

function unzip(file: Uint8Array): Buffer {
  try {
    return gunzipSync(file);
  } catch {
    throw new BackupError(UNREADABLE);
  }
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
