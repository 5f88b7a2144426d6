import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type pg from "pg";
import { isOutage } from "#lib/platform/failures.ts";
import { createPostgresListener, type Listen } from "./notifications.ts";
import { insideTransaction, refuseInsideTransaction } from "./open-transaction.ts";
import { openPool, type PoolOptions } from "./pool.ts";

/** The database, or an open transaction on it: repositories take either. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** An open database: PGlite in this process, or a PostgreSQL server. */
export type Connection = {
  db: Database;
  /** A connection beside the pool, for short questions that must be answered while all others are in use. */
  reserved: Database;
  listen: Listen;
  /** The time of the database's machine, by which all processes on it agree; for PGlite this machine's. */
  readClock(): Promise<Date>;
  close(): Promise<void>;
};

/** How long a question to the reserved connection may stay unanswered, in ms; then it is replaced. */
const RESERVED_ANSWER_MS = 2_000;

type PostgresDatabase = NodePgDatabase;

function guardTransactions<T extends Database>(db: T): T {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => {
    refuseInsideTransaction("a query");
    return transaction((tx) => insideTransaction(() => work(tx)), config);
  };
  return db;
}

/** Wraps an open PGlite instance. */
export function connectPglite(client: PGlite): Connection {
  const query = client.query.bind(client);
  client.query = (text, params, options) => {
    refuseInsideTransaction("a query");
    return query(text, params, options);
  };
  const db = guardTransactions(drizzlePglite(client));
  return {
    db,
    reserved: db,
    listen: async (channel, handler) => {
      const stop = await client.listen(channel, handler);
      return () => stop();
    },
    readClock: async () => new Date(),
    close: () => client.close(),
  };
}

/** Opens a pool on a PostgreSQL server (15 or newer). A connection that is lost is replaced. */
export function connectPostgres(
  url: string,
  onError: (error: Error) => void,
  options: PoolOptions = {},
): Connection {
  const pool = openPool(url, onError, options);
  const reserved = openPool(url, onError, { size: 1, answerMs: RESERVED_ANSWER_MS });
  const notifications = createPostgresListener(url, onError);
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    refuseInsideTransaction("a query");
    return query(...args);
  }) as typeof pool.query;
  const db = drizzlePostgres(pool);
  db.transaction = pooledTransactions(pool);
  return {
    db: guardTransactions(db),
    reserved: guardTransactions(drizzlePostgres(reserved)),
    listen: notifications.listen,
    readClock: async () => {
      const { rows } = await reserved.query<{ now: Date }>("select clock_timestamp() as now");
      const [row] = rows;
      if (!row) throw new Error("the database told no time");
      return row.now;
    },
    close: async () => {
      await notifications.close();
      await Promise.all([pool.end(), reserved.end()]);
    },
  };
}

/** Transactions on connections of a pool. Drizzle's own way keeps a connection for ever whose BEGIN failed. */
function pooledTransactions(pool: pg.Pool): PostgresDatabase["transaction"] {
  const wrapped = new WeakMap<pg.PoolClient, PostgresDatabase>();
  return async (work, config) => {
    const client = await pool.connect();
    const db = wrapped.get(client) ?? drizzlePostgres(client);
    wrapped.set(client, db);
    try {
      const result = await db.transaction(work, config);
      client.release();
      return result;
    } catch (error) {
      // In doubt the connection goes: it might still be in the transaction.
      client.release(isOutage(error));
      throw error;
    }
  };
}
