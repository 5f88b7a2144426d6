import type { PGlite, Transaction } from "@electric-sql/pglite";

/** What a process of the model ends with. */
class CrashError extends Error {
  override name = "CrashError";
}

export type Crash = ReturnType<typeof createCrash>;

/**
 * Ends a process at one of its steps to the outside: a statement, a commit, a call of a bank. What began before is done or
 * not done, as the step says, and whatever the process still tries fails until it is started again.
 */
export function createCrash() {
  let pointsLeft = Number.POSITIVE_INFINITY;
  let isRunning = false;
  let isDead = false;

  /** Each step has two points to crash at: before it, and after it with its answer lost. */
  function pass(): void {
    if (!isRunning) return;
    pointsLeft -= 1;
    if (pointsLeft <= 0) isDead = true;
    if (isDead) throw new CrashError("the process has ended");
  }

  return {
    /** Crashes at the `point`-th point from now on at which the process runs. */
    arm(point: number): void {
      pointsLeft = point;
    },

    /** Takes back a crash that has not come. */
    disarm(): void {
      pointsLeft = Number.POSITIVE_INFINITY;
    },

    /** Runs the process until `work` is over, one way or the other; tells whether it crashed. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      isRunning = true;
      try {
        await work();
        return isDead;
      } finally {
        if (isDead) pointsLeft = Number.POSITIVE_INFINITY;
        isRunning = false;
        isDead = false;
      }
    },

    async step<T>(work: () => Promise<T>): Promise<T> {
      pass();
      const answer = await work();
      pass();
      return answer;
    },
  };
}

/** Makes every statement and every commit of `client` a step of `crash`. */
export function crashWith(client: PGlite, crash: Crash): void {
  stepByStep(client, crash);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    crash.step(() =>
      transaction((tx) => {
        stepByStep(tx, crash);
        return work(tx);
      }),
    );
}

function stepByStep(client: Pick<Transaction, "query">, crash: Crash): void {
  const query = client.query.bind(client);
  client.query = (...statement: Parameters<typeof query>) =>
    crash.step(() => query(...statement)) as never;
}
