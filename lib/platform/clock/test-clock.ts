import type { Connection } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Clock } from "./clock.ts";
import { createTestClockRepository } from "./repository.ts";

/** The most the time is moved at once, in seconds: a leap year. */
export const MAX_STEP_SECONDS = 366 * 24 * 60 * 60;

/** A clock that tests move on, for all processes of a deployment. It never goes back. */
export type TestClock = Clock & {
  /** Moves the time on by `seconds`; resolves to the new time once this process follows it. */
  advance(seconds: number): Promise<Date>;
  /** Reads how far it was moved before, and follows what other processes do until the result is called. */
  follow(): Promise<() => Promise<void>>;
};

type Deps = {
  base: Clock;
  connection: Pick<Connection, "db" | "listen">;
  logger: Pick<Logger, "warn">;
};

/** Puts a clock that tests can move before `base`. Only for deployments without real money. */
export function createTestClock({ base, connection, logger }: Deps): TestClock {
  const repository = createTestClockRepository(connection.db);
  let offsetMs = 0;

  // News may overtake each other, and the sum only grows.
  function learn(sum: number): void {
    if (sum > offsetMs) offsetMs = sum;
  }

  function heard(payload: string): void {
    if (payload !== "") learn(Number(payload));
    else lookAgain();
  }

  // News may have been lost.
  function lookAgain(): void {
    repository
      .offset()
      .then(learn)
      .catch((error: unknown) => logger.warn({ err: error }, "the test clock could not be read"));
  }

  const now = () => new Date(base.now().getTime() + offsetMs);
  return {
    now,
    async advance(seconds) {
      learn(await repository.add(Math.round(seconds * 1000)));
      return now();
    },
    async follow() {
      const unlisten = await connection.listen("bankside_clock", heard);
      learn(await repository.offset());
      return unlisten;
    },
  };
}
