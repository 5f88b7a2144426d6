import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { AS_TEXT, Batch } from "./batch.ts";
import type { Database } from "./database.ts";
import type { Bound, Statement } from "./prepared.ts";

type EmbeddedClient = Pick<PGlite, "query">;

/** A statement that is sent later, with others. */
export type Waiting = {
  bound: Bound<unknown>;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
};

/** In one round trip, in this order. Returns the rows of each. Outside a transaction they are one. */
export async function send(
  client: pg.ClientBase | EmbeddedClient,
  bound: readonly Bound<unknown>[],
): Promise<unknown[][]> {
  if (client instanceof pg.Client) {
    const first = isTimeToPlan(client) ? [PLAN_AGAIN] : [];
    const rows = await client.query(new Batch([...first, ...bound])).result;
    return rows.slice(first.length);
  }
  const embedded = client as EmbeddedClient;
  const all: unknown[][] = [];
  for (const { statement, values } of bound) {
    const options = { rowMode: "array", parsers: EMBEDDED_PARSERS } as const;
    const { rows } = await embedded.query<unknown[]>(statement.text, values, options);
    all.push(rows.map((row) => statement.decode(row)));
  }
  return all;
}

const EMBEDDED_PARSERS = Object.fromEntries(
  [...AS_TEXT].map((type) => [type, (text: string) => text]),
);

/** Batches that a connection has sent. */
const sent = new WeakMap<pg.Client, number>();
const FEW = 64;

/** Whenever a connection has sent twice as many: the tables may have grown as much, and a kept plan is for those of its time. */
function isTimeToPlan(client: pg.Client): boolean {
  const count = (sent.get(client) ?? 0) + 1;
  sent.set(client, count);
  return count >= FEW && Number.isInteger(Math.log2(count));
}

export function command(text: string): Bound<unknown> {
  const statement: Statement<unknown> = {
    name: text,
    text,
    encode: () => [],
    decode: (row) => row,
    parsers: [],
  };
  return { statement, values: [] };
}

const PLAN_AGAIN = command("discard plans");

// Deadlock, lock timeout, statement timeout.
const ROLLED_BACK = new Set(["40P01", "55P03", "57014"]);

/** Nothing has changed, and what was sent with it may succeed without it. */
export function isOfStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return ROLLED_BACK.has(error.code ?? "") || !isOutage(error);
}

/** Drizzle's types lack it, and its transactions have it nowhere else. */
export function clientOf(db: Database): pg.Pool | pg.ClientBase | EmbeddedClient {
  const { session } = db._ as unknown as {
    session?: { client?: pg.Pool | pg.ClientBase | EmbeddedClient };
  };
  if (!session?.client) throw new Error("drizzle keeps its client elsewhere than in _.session");
  return session.client;
}
