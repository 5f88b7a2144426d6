import type { Socket } from "node:net";
import pg from "pg";
import { count } from "#lib/platform/telemetry/metrics/record.ts";
import { sendUnnamed } from "./batch.ts";
import { clientClassOf } from "./primary.ts";
import { sessionOf } from "./session.ts";

/** Bounds memory. Each waits for as long as a new connection may take. */
const WAITING_PER_CONNECTION = 100;

/** Longer than the server's own limit for a query, so a connection that is silent for so long is dead. */
const SILENCE_MS = 17_000;

/**
 * `silenceMs`: how long a query may get no answer; 0 for ever. `directUrl`, if the pool's own URL names a pooler that gives
 * each transaction any server process: names the PostgreSQL server itself. `onRefused` gets the code of each error that the server sends.
 */
export type PoolOptions = {
  size?: number | undefined;
  silenceMs?: number;
  directUrl?: string | undefined;
  onRefused?: (code: string | undefined) => void;
};

/** Limits connections, waiting queries and time. `onError` gets errors of idle connections. */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  { size = 10, silenceMs = SILENCE_MS, directUrl, onRefused }: PoolOptions = {},
): pg.Pool {
  const session = directUrl === undefined ? sessionOf(url) : { connectionString: url };
  const pool = new pg.Pool({
    ...session,
    Client: clientClassOf(session.connectionString),
    max: size,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "bankside",
  });
  pool.on("error", onError);
  pool.on("connect", (connected) => {
    const client = connected as pg.Client;
    // The query reports the error; without a listener the event would end the process.
    client.on("error", () => undefined);
    cutAfterSilence(client, silenceMs);
    if (onRefused) noteRefusals(client, onRefused);
    if (directUrl !== undefined) sendUnnamed(client);
  });
  boundWaiting(pool, size * WAITING_PER_CONNECTION);
  return pool;
}

function noteRefusals(client: pg.Client, note: (code: string | undefined) => void): void {
  client.connection.on("errorMessage", (error: pg.DatabaseError) => note(error.code));
}

/**
 * All that waits for the connection fails. Not by the driver's `query_timeout`, whose callback V8 takes for long-lived: it would
 * keep each query's rows until a full collection.
 */
function cutAfterSilence(client: pg.Client, silenceMs: number): void {
  const stream = client.connection.stream as Socket;
  let isWaiting = false;
  Object.assign(client, {
    query(...given: unknown[]): unknown {
      isWaiting = true;
      return Reflect.apply(pg.Client.prototype.query, client, given);
    },
  });
  client.on("drain", () => {
    isWaiting = false;
  });
  stream.setTimeout(silenceMs);
  // A listener given to `setTimeout` would be called once only, also for an idle connection.
  stream.on("timeout", () => {
    const error = new Error("Connection terminated: the database did not answer");
    if (isWaiting) stream.destroy(error);
  });
}

type Connect = (
  callback?: (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void,
) => Promise<pg.PoolClient> | undefined;

/** The pool's own queries use this method too. */
function boundWaiting(pool: pg.Pool, most: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  const bounded: Connect = (callback) => {
    if (pool.waitingCount < most) return connect(callback);
    count("bankside_database_pool_refused_total", {});
    const error = new Error("too many queries wait for a database connection");
    if (!callback) return Promise.reject(error);
    callback(error);
    return undefined;
  };
  pool.connect = bounded as typeof pool.connect;
}
