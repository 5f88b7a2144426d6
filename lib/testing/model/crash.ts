import type { PGlite, Transaction } from "@electric-sql/pglite";

class CrashError extends Error {
  override name = "CrashError";
}

export type Crash = ReturnType<typeof createCrash>;

/** Ends a process at a statement, a commit or a bank call. All its later steps fail until it restarts. */
export function createCrash() {
  let pointsLeft = Number.POSITIVE_INFINITY;
  let isRunning = false;
  let isDead = false;

  /** Each step has two crash points: before it, and after it with the result lost. */
  function pass(): void {
    if (!isRunning) return;
    pointsLeft -= 1;
    if (pointsLeft <= 0) isDead = true;
    if (isDead) throw new CrashError("the process has ended");
  }

  return {
    /** Counts only points while the process runs. */
    arm(point: number): void {
      pointsLeft = point;
    },

    disarm(): void {
      pointsLeft = Number.POSITIVE_INFINITY;
    },

    /** Returns whether the process crashed. */
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
      const response = await work();
      pass();
      return response;
    },
  };
}

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
