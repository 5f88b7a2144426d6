import { AsyncLocalStorage } from "node:async_hooks";
import type { PGlite } from "@electric-sql/pglite";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import * as consoleSchema from "./console-schema.ts";
import { createPostgresListener, type Listen } from "./notifications.ts";
import * as sandboxSchema from "./sandbox-schema.ts";
import * as productSchema from "./schema.ts";

const schema = { ...productSchema, ...consoleSchema, ...sandboxSchema };
type Schema = typeof schema;

/** The database, or an open transaction on it: repositories take either. */
export type Database = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** An open database: PGlite in this process, or a PostgreSQL server. */
export type Connection = { db: Database; listen: Listen; close(): Promise<void> };

// PGlite has one session: a query beside an open transaction would wait for itself for ever. A server's pool hides
// that mistake, so both engines refuse it.
const openTransaction = new AsyncLocalStorage<true>();

function refuseInsideTransaction() {
  if (openTransaction.getStore()) {
    throw new Error("a query beside the open transaction: pass the transaction to the repository");
  }
}

function guardTransactions<T extends Database>(db: T): T {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => {
    refuseInsideTransaction();
    return transaction((tx) => openTransaction.run(true, () => work(tx)), config);
  };
  return db;
}

/** Wraps an open PGlite instance. */
export function connectPglite(client: PGlite): Connection {
  const query = client.query.bind(client);
  client.query = (text, params, options) => {
    refuseInsideTransaction();
    return query(text, params, options);
  };
  return {
    db: guardTransactions(drizzlePglite(client, { schema })),
    listen: async (channel, handler) => {
      const stop = await client.listen(channel, handler);
      return () => stop();
    },
    close: () => client.close(),
  };
}

/** Opens a pool on a PostgreSQL server (15 or newer). A connection lost while idle is replaced by the pool. */
export function connectPostgres(url: string, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: "bankside",
  });
  pool.on("error", onError);
  const notifications = createPostgresListener(url, onError);
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    refuseInsideTransaction();
    return query(...args);
  }) as typeof pool.query;
  return {
    db: guardTransactions(drizzlePostgres(pool, { schema })),
    listen: notifications.listen,
    close: async () => {
      await notifications.close();
      await pool.end();
    },
  };
}
