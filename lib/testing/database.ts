import { randomBytes } from "node:crypto";
import { after, before, describe } from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { type Connection, connectPostgres } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import { onlyInFull } from "./lane.ts";
import { createDatabase, onServer, type PostgresServer } from "./postgres-server.ts";
import {
  fail,
  loadPgliteTemplate,
  POSTGRES_URL,
  startPostgresWithTemplate,
  TEMPLATE,
} from "./templates.ts";

type Define = (database: () => Database, connection: () => Connection) => void;
type Engine = { engine: string; open: () => Promise<Connection>; skip?: string | false };

const PGLITE = { engine: "PGlite", open: openPglite };
const POSTGRES = { engine: "PostgreSQL", open: openPostgres };

/**
 * Defines a suite on PostgreSQL, and in `npm run test:all` also on PGlite. Each has its own empty, migrated database. Use
 * `database()` and `connection()` only inside tests and hooks.
 */
export function onDatabase(name: string, define: Define): void {
  register([{ ...PGLITE, skip: onlyInFull }, POSTGRES], name, define);
}

/** Always on both engines, for code that their differences can break. */
export function onBothDatabases(name: string, define: Define): void {
  register([PGLITE, POSTGRES], name, define);
}

function register(engines: Engine[], name: string, define: Define): void {
  for (const { engine, open, skip = false } of engines) {
    // The inner describe ends its hooks before the outer one closes the database.
    describe(`${name}, on ${engine}`, { skip }, () => {
      let connection: Connection | undefined;
      before(async () => {
        connection = await open();
      });
      after(() => connection?.close());
      const current = () => {
        if (!connection) throw new Error("the database is open only inside tests and hooks");
        return connection;
      };
      describe(name, () => define(() => current().db, current));
    });
  }
}

// One per process: opening takes half a second, emptying a few milliseconds.
let pglite: Promise<{ client: PGlite; connection: Connection }> | undefined;

async function openPglite(): Promise<Connection> {
  pglite ??= loadPgliteTemplate()
    .then((loadDataDir) => PGlite.create({ loadDataDir }))
    .then((client) => ({ client, connection: connectPglite(client) }));
  const { client, connection } = await pglite;
  const listeners: (() => Promise<void>)[] = [];
  return {
    ...connection,
    listen: async (...args) => {
      const stop = await connection.listen(...args);
      listeners.push(stop);
      return stop;
    },
    close: async () => {
      for (const stop of listeners.splice(0)) await stop();
      await client.exec(EMPTY);
      await client.exec("discard all");
    },
  };
}

// Unused databases of this process: creating one takes a fifth of a second.
const idle: string[] = [];

async function openPostgres(): Promise<Connection> {
  const url = idle.pop() ?? (await makeDatabase());
  const connection = connectPostgres(url, fail);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await onServer(url, async (client) => {
        await client.query(EMPTY);
        const { rows } = await client.query(PLANS_AS_NEW);
        if (rows[0].is_as_new) idle.push(url);
      });
    },
  };
}

async function makeDatabase(): Promise<string> {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(await createDatabase(server, name, TEMPLATE));
  // A query through a Unix socket takes two thirds of the time.
  const { rows } = await onServer(server, (client) => client.query("show unix_socket_directories"));
  const { unix_socket_directories: folder } = rows[0];
  if (folder) url.searchParams.set("host", folder);
  return url.href;
}

/** Bypasses triggers and foreign keys. */
const EMPTY = `
  do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/** Statistics, and the pages of many rows, would choose other plans for the next suite. */
const PLANS_AS_NEW = `
  select not exists (select from pg_stats where schemaname = 'public')
    and not exists (select from pg_stat_user_tables where pg_table_size(relid) > 1000000) as is_as_new`;

// After all files of this process.
after(async () => {
  await stopOwnServer();
  await (await pglite)?.client.close();
});

// Without the global setup, a test file has its own server.
let ownServer: Promise<PostgresServer> | undefined;

export async function serverUrl(): Promise<string> {
  const shared = process.env[POSTGRES_URL];
  if (shared) return shared;
  ownServer ??= startPostgresWithTemplate();
  return (await ownServer).url;
}

/** Call it after the last use of {@link serverUrl}. */
export async function stopOwnServer(): Promise<void> {
  const server = await ownServer?.catch(() => undefined);
  ownServer = undefined;
  await server?.stop();
}
