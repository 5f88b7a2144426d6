import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Batched } from "./batched.ts";
import type { Database } from "./database.ts";
import { gathering } from "./gathering.ts";
import {
  type AfterCommit,
  insideTransaction,
  refuseInsideTransaction,
} from "./open-transaction.ts";
import type { Bound } from "./prepared.ts";
import { clientOf, send } from "./send.ts";
import { type End, RunAlone, runShared } from "./shared-transaction.ts";

type Work<T> = (tx: Batched) => Promise<T>;

/**
 * Work of one `group` and the same moment shares a transaction, unless it has a name in common: a session never waits for a lock of
 * its own.
 */
export type Sharing = { group: string; names: readonly string[] };

/**
 * BEGIN goes with the first statements and COMMIT with the last, so that two round trips are enough. Without
 * {@link Batched.commit}, and after a failure, nothing has changed. `work` may run twice, the first time without an effect: what
 * can't end in a shared transaction runs again, alone.
 */
export function inBatches<T>(db: Database, work: Work<T>, sharing?: Sharing): Promise<T> {
  const client = clientOf(db);
  if (!(client instanceof pg.Pool)) return inEmbeddedBatches(db, work);
  refuseInsideTransaction("a query");
  const inContext = AsyncLocalStorage.snapshot();
  let after: AfterCommit = [];
  return new Promise<T>((resolve, reject) => {
    const member: Member = {
      work: (tx) => {
        after = [];
        return inContext(() => insideTransaction(() => work(tx), after));
      },
      names: sharing?.names ?? [],
      resolve: ({ result, isCommitted }) => {
        if (isCommitted) for (const each of after) inContext(each);
        resolve(result as T);
      },
      reject,
    };
    if (sharing) gather(client, sharing.group, member);
    else void runTogether(client, [member]);
  });
}

class Uncommitted<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("the transaction was not committed");
    this.result = result;
  }
}

/** The database is this process's own: nothing is gained by batches. */
async function inEmbeddedBatches<T>(db: Database, work: Work<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const own = clientOf(tx);
      let last: Promise<unknown> = Promise.resolve();
      let isCommitted = false;
      const result = await work({
        isShared: false,
        // After a failure, none of the rest is sent.
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

type Member = {
  work: Work<unknown>;
  names: readonly string[];
  resolve: (end: End) => void;
  reject: (error: unknown) => void;
};

// The first one's statements wait for those of the last.
const MAX_SHARING = 8;

const gather = gathering<Member>((pool, group) => {
  for (const some of split(group)) void runTogether(pool, some);
});

function split(members: readonly Member[]): Member[][] {
  const parts: Member[][] = [];
  let names = new Set<string>();
  for (const member of members) {
    const last = parts.at(-1);
    const fits = last && last.length < MAX_SHARING && !member.names.some((name) => names.has(name));
    if (fits) last.push(member);
    else {
      parts.push([member]);
      names = new Set();
    }
    for (const name of member.names) names.add(name);
  }
  return parts;
}

async function runTogether(pool: pg.Pool, members: readonly Member[]): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of members) reject(error);
    return;
  }
  const { ends, isOver } = await runShared(
    client,
    members.map(({ work }) => work),
  );
  client.release(!isOver);
  for (const [at, member] of members.entries()) {
    const end = ends[at];
    if (end?.status === "fulfilled") member.resolve(end.value);
    else if (end?.reason instanceof RunAlone) void runTogether(pool, [member]);
    else member.reject(end?.reason);
  }
}
