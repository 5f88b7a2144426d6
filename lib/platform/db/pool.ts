import pg from "pg";

/** How many queries may wait for each connection there is; more are refused at once. */
const WAITING_PER_CONNECTION = 10;

/** How long a query may stay unanswered, in ms: longer than the server lets any run, so a connection like that is dead. */
const ANSWER_MS = 17_000;

const READ_TIMEOUT = "Query read timeout";

/** Options of a pool. `answerMs`: how long a query may stay unanswered; 0 for ever. */
export type PoolOptions = { size?: number | undefined; answerMs?: number };

/**
 * Opens a pool on a PostgreSQL server that stays bounded whatever the server does: in connections, in waiting queries and
 * in time. Errors of idle connections are told to `onError`; the pool replaces them.
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  { size = 10, answerMs = ANSWER_MS }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMs,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "bankside",
  });
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // Whoever uses the connection learns it from the query; unheard, the event would end the process.
    client.on("error", () => undefined);
    cutAfterSilence(client);
  });
  boundWaiting(pool, size * WAITING_PER_CONNECTION);
  return pool;
}

/** A connection that left one query unanswered answers no other either: not even the rollback waits for it. */
function cutAfterSilence(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        const isSilent = error instanceof Error && error.message === READ_TIMEOUT;
        // The pool gives each connection this method of pg.Client, which its type leaves out.
        if (isSilent) void (client as unknown as pg.Client).end().catch(() => undefined);
      });
    }
    return result;
  }) as typeof client.query;
}

type Connect = (
  callback?: (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void,
) => Promise<pg.PoolClient> | undefined;

/** Refuses at once where waiting would only pile up. Queries of the pool take their connection by the same method. */
function boundWaiting(pool: pg.Pool, most: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  const bounded: Connect = (callback) => {
    if (pool.waitingCount < most) return connect(callback);
    const error = new Error("too many queries wait for a database connection");
    if (!callback) return Promise.reject(error);
    callback(error);
    return undefined;
  };
  pool.connect = bounded as typeof pool.connect;
}
