import pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { inSpan, isInSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import type { Batched } from "./batched.ts";
import type { Database } from "./database.ts";
import { gathering } from "./gathering.ts";
import { refuseInsideTransaction } from "./open-transaction.ts";
import type { Bound } from "./prepared.ts";
import { clientOf, isOfStatement, send, type Waiting } from "./send.ts";

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
    return runOnPool(client, bound) as Promise<Row[]>;
  }
  return send(client, [bound]).then(([rows = []]) => rows as Row[]);
}

// They are executed one after the other. Those beyond go to another connection.
const MAX_GATHERED = 32;

/** First words of statements. Two others that lock rows in different orders could wait for each other. */
const SHARED = ["select ", "insert "] as const;

// By first word: a read does not wait for a commit.
const gather = gathering<Waiting>((pool, group) => {
  while (group.length > 0) void runTogether(pool, group.splice(0, MAX_GATHERED));
});

function runOnPool(pool: pg.Pool, bound: Bound<unknown>): Promise<unknown[]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const one = { bound, resolve, reject };
  const verb = SHARED.find((verb) => bound.statement.text.startsWith(verb));
  if (verb) gather(pool, verb, one);
  else void runTogether(pool, [one]);
  return promise;
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

async function onPool(pool: pg.Pool, bound: readonly Bound<unknown>[]): Promise<unknown[][]> {
  const client = await pool.connect();
  try {
    const rows = await send(client, bound);
    client.release();
    return rows;
  } catch (error) {
    client.release(isOutage(error));
    throw error;
  }
}
