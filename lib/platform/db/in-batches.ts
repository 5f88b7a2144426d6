import pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Batched } from "./batched.ts";
import type { Database } from "./database.ts";
import {
  type AfterCommit,
  insideTransaction,
  refuseInsideTransaction,
} from "./open-transaction.ts";
import type { Bound } from "./prepared.ts";
import { clientOf, command, send, type Waiting } from "./send.ts";

type Work<T> = (tx: Batched) => Promise<T>;

/**
 * BEGIN goes with the first statements, COMMIT with the last: two round trips. Without {@link Batched.commit}, nothing has
 * changed.
 */
export async function inBatches<T>(db: Database, work: Work<T>): Promise<T> {
  const pool = clientOf(db);
  if (!(pool instanceof pg.Pool)) return inEmbeddedBatches(db, work);
  refuseInsideTransaction("a query");
  const client = await pool.connect();
  const batches = new Batches(client);
  const after: AfterCommit = [];
  try {
    const result = await insideTransaction(() => work(batches), after);
    if (await batches.committed) for (const each of after) each();
    return result;
  } finally {
    client.release(!(await batches.end()));
  }
}

const BEGIN = command("begin");
const COMMIT = command("commit");
const ROLLBACK = command("rollback");

class Batches implements Batched {
  committed: Promise<boolean> | undefined;
  readonly #client: pg.ClientBase;
  #waiting: Waiting[] = [];
  #isOpen = false;
  #isLost = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  run<Row>(bound: Bound<Row>): Promise<Row[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    if (this.#waiting.push({ bound, resolve, reject }) === 1) {
      queueMicrotask(() => void this.#send());
    }
    return promise as Promise<Row[]>;
  }

  commit(): Promise<unknown> {
    this.committed = this.run(COMMIT).then(() => {
      this.#isOpen = false;
      return true;
    });
    return this.committed;
  }

  async end(): Promise<boolean> {
    await this.committed?.catch(() => undefined);
    if (this.#isLost || !this.#isOpen) return !this.#isLost;
    return send(this.#client, [ROLLBACK]).then(
      () => true,
      () => false,
    );
  }

  async #send(): Promise<void> {
    const sent = this.#waiting;
    this.#waiting = [];
    const first = this.#isOpen ? [] : [BEGIN];
    this.#isOpen = true;
    try {
      const rows = await send(this.#client, [...first, ...sent.map(({ bound }) => bound)]);
      for (const [at, { resolve }] of sent.entries()) resolve(rows[first.length + at] ?? []);
    } catch (error) {
      this.#isLost ||= isOutage(error);
      for (const { reject } of sent) reject(error);
    }
  }
}

class Uncommitted<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("the transaction was not committed");
    this.result = result;
  }
}

async function inEmbeddedBatches<T>(db: Database, work: Work<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const own = clientOf(tx);
      let last: Promise<unknown> = Promise.resolve();
      let isCommitted = false;
      const result = await work({
        run<Row>(bound: Bound<Row>) {
          const sent = last.then(() => send(own, [bound]));
          last = sent;
          return sent.then(([rows = []]) => rows as Row[]);
        },
        commit: async () => {
          isCommitted = true;
        },
      });
      if (!isCommitted) throw new Uncommitted(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Uncommitted) return error.result;
    throw error;
  }
}
