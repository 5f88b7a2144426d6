import { type Column, type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { clientClassOf } from "./primary.ts";
import { sessionOf } from "./session.ts";

/** Call the result to stop. */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
) => Promise<() => Promise<void>>;

/** The payload is an id, never personal or secret. */
export type Channel = "bankside_worker" | "bankside_transaction" | "bankside_clock";

const RECONNECT_MS = 1_000;

// Only a query detects a dead connection.
const ASK_MS = 20_000;
const ANSWER_MS = 5_000;

/** Inside a transaction, sends at commit. */
export async function notify(
  db: { execute(query: SQL): PromiseLike<unknown> },
  channel: Channel,
  ...payloads: string[]
): Promise<void> {
  if (payloads.length === 0) return;
  const calls = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`);
  await db.execute(sql`select ${sql.join(calls, sql`, `)}`);
}

/** For the rows that a statement returns: sends without a statement of its own. */
export const notifying = (channel: Channel, id: Column) =>
  sql<unknown>`pg_notify(${channel}, ${id})`;

type Handlers = Map<string, Set<(payload: string) => void>>;

type Listening = { url: string; handlers: Handlers; onError: (error: Error) => void };

export function createPostgresListener(
  url: string,
  onError: (error: Error) => void,
  reconnectMs = RECONNECT_MS,
) {
  const handlers: Handlers = new Map();
  const listening: Listening = { url, handlers, onError };
  let client: Promise<pg.Client> | undefined;
  let closed = false;
  let hasMissed = false;

  function open(): Promise<pg.Client> {
    const opening = connect(listening, () => replace(opening));
    client = opening;
    opening.then(
      () => {
        if (hasMissed) wakeAll();
      },
      () => replace(opening),
    );
    return opening;
  }

  function replace(lost: Promise<pg.Client>): void {
    if (client !== lost) return;
    client = undefined;
    hasMissed = true;
    if (closed || handlers.size === 0) return;
    setTimeout(() => {
      if (!closed && !client) open().catch(onError);
    }, reconnectMs).unref();
  }

  // Notifications are lost while disconnected, so every listener checks once.
  function wakeAll() {
    hasMissed = false;
    for (const set of handlers.values()) for (const handler of set) handler("");
  }

  const listen: Listen = async (channel, handler) => {
    const set = handlers.get(channel) ?? new Set();
    handlers.set(channel, set.add(handler));
    const current = client ?? open();
    try {
      await (await current).query(`listen ${channel}`);
    } catch (error) {
      // A connection that does not listen is useless; its end opens the next.
      void current.then((broken) => broken.end()).catch(() => undefined);
      onError(error instanceof Error ? error : new Error(String(error)));
    }
    return async () => {
      set.delete(handler);
    };
  };

  return {
    listen,
    async close() {
      closed = true;
      const open = client;
      client = undefined;
      await (await open?.catch(() => undefined))?.end();
    },
  };
}

async function connect(
  { url, handlers, onError }: Listening,
  onEnd: () => void,
): Promise<pg.Client> {
  const session = sessionOf(url);
  const Client = clientClassOf(session.connectionString);
  const next = new Client({
    ...session,
    application_name: "bankside-listen",
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  next.on("error", onError);
  const end = () => void next.end().catch(() => undefined);
  const asking = setInterval(() => next.query("select 1").catch(end), ASK_MS).unref();
  next.once("end", () => {
    clearInterval(asking);
    onEnd();
  });
  next.on("notification", ({ channel, payload }) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload ?? "");
  });
  try {
    await next.connect();
    for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
    return next;
  } catch (error) {
    clearInterval(asking);
    end();
    throw error;
  }
}
