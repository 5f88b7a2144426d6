import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { isOutage } from "#lib/platform/failures.ts";
import { inSpan, isInSpan } from "#lib/platform/tracing/tracer.ts";
import { AS_TEXT, Batch } from "./batch.ts";
import type { Database } from "./client.ts";
import {
  type AfterCommit,
  insideTransaction,
  refuseInsideTransaction,
} from "./open-transaction.ts";
import type { Bound, Statement } from "./prepared.ts";

/** A transaction of prepared statements: those of the same tick go to the server together. */
export type Batched = {
  run<Row>(bound: Bound<Row>): Promise<Row[]>;
  /** Goes with the last statements. Nothing may follow. */
  commit(): Promise<unknown>;
};

/**
 * Executes one prepared statement. Outside of a transaction, reads of the same moment go to the server together, and so do inserts,
 * which then share a commit.
 */
export function run<Row>(db: Database | Batched, bound: Bound<Row>): Promise<Row[]> {
  if (!isInSpan()) return execute(db, bound);
  const attributes = { "db.system.name": "postgresql" };
  const name = `query ${bound.statement.name}`;
  return inSpan(name, { kind: "client", attributes }, () => execute(db, bound));
}

function execute<Row>(db: Database | Batched, bound: Bound<Row>): Promise<Row[]> {
  if ("run" in db) return db.run(bound);
  const client = clientOf(db);
  if (client instanceof pg.Pool) {
    refuseInsideTransaction("a query");
    return gather(client, bound) as Promise<Row[]>;
  }
  return on(client, [bound]).then(([rows = []]) => rows as Row[]);
}

// They are executed one after the other. Those beyond go to another connection.
const MAX_GATHERED = 32;

/** First words of statements. Two others that lock rows in different orders could wait for each other. */
const SHARED = ["select ", "insert "] as const;

/** By first word: a read does not wait for a commit. */
type Gathered = Map<string, Waiting[]>;
const gathered = new WeakMap<pg.Pool, Gathered>();

function gather(pool: pg.Pool, bound: Bound<unknown>): Promise<unknown[]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const one = { bound, resolve, reject };
  const verb = SHARED.find((verb) => bound.statement.text.startsWith(verb));
  if (verb === undefined) {
    void runTogether(pool, [one]);
    return promise;
  }
  const groups: Gathered = gathered.get(pool) ?? new Map();
  if (groups.size === 0) {
    gathered.set(pool, groups);
    setImmediate(sendGathered, pool, groups);
  }
  const group = groups.get(verb);
  if (group) group.push(one);
  else groups.set(verb, [one]);
  return promise;
}

function sendGathered(pool: pg.Pool, groups: Gathered): void {
  gathered.delete(pool);
  for (const group of groups.values()) {
    while (group.length > 0) void runTogether(pool, group.splice(0, MAX_GATHERED));
  }
}

async function runTogether(pool: pg.Pool, group: readonly Waiting[]): Promise<void> {
  try {
    const rows = await onPool(
      pool,
      group.map(({ bound }) => bound),
    );
    for (const [at, { resolve }] of group.entries()) resolve(rows[at] ?? []);
  } catch (error) {
    // One that fails must not fail the others.
    if (group.length > 1 && isOfStatement(error)) {
      for (const one of group) void runTogether(pool, [one]);
    } else for (const { reject } of group) reject(error);
  }
}

/** Nothing has changed, and the server works. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith("57P");
}

/**
 * BEGIN goes with the first statements and COMMIT with the last, so that two round trips are enough. Without
 * {@link Batched.commit}, and after a failure, nothing has changed.
 */
export function inBatches<T>(db: Database, work: (tx: Batched) => Promise<T>): Promise<T> {
  const client = clientOf(db);
  if (client instanceof pg.Pool) return inPooledBatches(client, work);
  return inEmbeddedBatches(db, work);
}

class Uncommitted<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("the transaction was not committed");
    this.result = result;
  }
}

/** The database is this process's own: nothing is gained by batches. */
async function inEmbeddedBatches<T>(db: Database, work: (tx: Batched) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const own = clientOf(tx);
      const { run } = batchedBy((statements) => on(own, statements));
      let isCommitted = false;
      const commit = async () => {
        isCommitted = true;
      };
      const result = await work({ run, commit });
      if (!isCommitted) throw new Uncommitted(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Uncommitted) return error.result;
    throw error;
  }
}

async function inPooledBatches<T>(pool: pg.Pool, work: (tx: Batched) => Promise<T>): Promise<T> {
  refuseInsideTransaction("a query");
  const client = await pool.connect();
  let isOpen = false;
  let isCommitted = false;
  const tx = batchedBy(async (statements) => {
    const first = isOpen ? [] : [BEGIN];
    isOpen = true;
    const rows = await on(client, [...first, ...statements]);
    if (statements.includes(COMMIT)) {
      isOpen = false;
      isCommitted = true;
    }
    return rows.slice(first.length);
  });
  try {
    const after: AfterCommit = [];
    const result = await insideTransaction(() => work(tx), after);
    if (isOpen) await on(client, [ROLLBACK]);
    if (isCommitted) for (const each of after) each();
    client.release();
    return result;
  } catch (error) {
    // In doubt, drop the connection: it may still be in the transaction.
    const isDone = !isOutage(error) && (!isOpen || (await isRolledBack(client)));
    client.release(!isDone);
    throw error;
  }
}

type Waiting = {
  bound: Bound<unknown>;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
};

function batchedBy(execute: (statements: Bound<unknown>[]) => Promise<unknown[][]>): Batched {
  let waiting: Waiting[] = [];
  async function send(): Promise<void> {
    const sent = waiting;
    waiting = [];
    try {
      const rows = await execute(sent.map(({ bound }) => bound));
      for (const [at, { resolve }] of sent.entries()) resolve(rows[at] ?? []);
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }
  function run<Row>(bound: Bound<Row>): Promise<Row[]> {
    if (waiting.length === 0) queueMicrotask(send);
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    waiting.push({ bound, resolve, reject });
    return promise as Promise<Row[]>;
  }
  return { run, commit: () => run(COMMIT) };
}

function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  return on(client, [ROLLBACK]).then(
    () => true,
    () => false,
  );
}

const BEGIN = command("begin");
const COMMIT = command("commit");
const ROLLBACK = command("rollback");
const PLAN_AGAIN = command("discard plans");

/** Batches that a connection has sent. */
const sent = new WeakMap<pg.Client, number>();
const FEW = 64;

/** Whenever a connection has sent twice as many: the tables may have grown as much, and a kept plan is for those of its time. */
function isTimeToPlan(client: pg.Client): boolean {
  const count = (sent.get(client) ?? 0) + 1;
  sent.set(client, count);
  return count >= FEW && Number.isInteger(Math.log2(count));
}

function command(text: string): Bound<unknown> {
  const statement: Statement<unknown> = {
    name: text,
    text,
    encode: () => [],
    decode: (row) => row,
    parsers: [],
  };
  return { statement, values: [] };
}

async function onPool(pool: pg.Pool, bound: readonly Bound<unknown>[]): Promise<unknown[][]> {
  const client = await pool.connect();
  try {
    const rows = await on(client, bound);
    client.release();
    return rows;
  } catch (error) {
    client.release(isOutage(error));
    throw error;
  }
}

type EmbeddedClient = Pick<PGlite, "query">;

async function on(
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

/** Of the database's own kind; not part of drizzle's types. */
export function clientOf(db: Database): pg.Pool | pg.ClientBase | EmbeddedClient {
  const { session } = db._ as unknown as {
    session: { client: pg.Pool | pg.ClientBase | EmbeddedClient };
  };
  return session.client;
}
