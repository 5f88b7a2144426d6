import { sql } from "drizzle-orm";
import { drizzle as drizzlePostgres, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Database } from "./database.ts";
import { createPostgresListener, type Listen } from "./notifications.ts";
import {
  type AfterCommit,
  insideTransaction,
  refuseInsideTransaction,
} from "./open-transaction.ts";
import { openPool, type PoolOptions } from "./pool.ts";
import { createRoom, PROBE } from "./room.ts";

export type Connection = {
  db: Database;
  reserved: Database;
  session<T>(work: (db: Database) => Promise<T>): Promise<T>;
  listen: Listen;
  pool?: { totalCount: number; idleCount: number; waitingCount: number };
  /** The database machine's time, on which all processes agree. With PGlite, this machine's. */
  readClock(): Promise<Date>;
  /** False from a write without room until there is some. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
};

const RESERVED_TIMEOUT_MS = 2_000;

type PostgresDatabase = NodePgDatabase;

export function guardTransactions<T extends Database>(db: T): T {
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    refuseInsideTransaction("a query");
    const after: AfterCommit = [];
    const result = await transaction((tx) => insideTransaction(() => work(tx), after), config);
    for (const each of after) each();
    return result;
  };
  return db;
}

/** PostgreSQL 15 or newer. Lost connections are replaced. */
export function connectPostgres(
  url: string,
  onError: (error: Error) => void,
  options: PoolOptions = {},
): Connection {
  const room = createRoom(() =>
    guarded.transaction(async (tx) => {
      for (const statement of PROBE) await tx.execute(sql.raw(statement));
    }),
  );
  const pool = openPool(url, onError, { ...options, onRefused: room.note });
  const reserved = openPool(url, onError, {
    ...options,
    size: 1,
    silenceMs: RESERVED_TIMEOUT_MS,
  });
  const guarded = guardTransactions(drizzlePostgres(reserved));
  const notifications = createPostgresListener(options.directUrl ?? url, onError);
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    refuseInsideTransaction("a query");
    return query(...args);
  }) as typeof pool.query;
  const pooled = drizzlePostgres(pool);
  pooled.transaction = pooledTransactions(pool);
  const db = guardTransactions(pooled);
  return {
    db,
    reserved: guarded,
    hasRoom: room.hasRoom,
    session: async (work) => {
      const client = await pool.connect();
      try {
        return await work(guardTransactions(drizzlePostgres(client)));
      } finally {
        client.release(true);
      }
    },
    listen: notifications.listen,
    pool,
    readClock: async () => {
      const { rows } = await reserved.query<{ now: Date }>("select clock_timestamp() as now");
      const [row] = rows;
      if (!row) throw new Error("the database returned no time");
      return row.now;
    },
    close: async () => {
      await notifications.close();
      await Promise.all([pool.end(), reserved.end()]);
    },
  };
}

/** Drizzle never releases a connection whose BEGIN failed. */
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
      // In doubt, drop the connection: it may still be in the transaction.
      client.release(isOutage(error));
      throw error;
    }
  };
}
