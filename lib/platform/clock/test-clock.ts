import type { Connection } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { Clock } from "./clock.ts";
import * as repository from "./repository.ts";

export const MAX_STEP_SECONDS = 366 * 24 * 60 * 60;

/** Shared by all processes of a deployment. Never goes back. */
export type TestClock = Clock & {
  advance(seconds: number): Promise<Date>;
  follow(): Promise<() => Promise<void>>;
};

type Deps = {
  base: Clock;
  connection: Pick<Connection, "db" | "listen">;
  logger: Pick<Logger, "warn">;
};

/** Only for deployments without real money. */
export function createTestClock({ base, connection, logger }: Deps): TestClock {
  let offsetMs = 0;

  // Notifications may overtake each other, and the sum only grows.
  function apply(sum: number): void {
    if (sum > offsetMs) offsetMs = sum;
  }

  function onNotification(payload: string): void {
    if (payload !== "") apply(Number(payload));
    else reread();
  }

  function reread(): void {
    repository
      .offset(connection.db)
      .then(apply)
      .catch((error: unknown) => logger.warn({ err: error }, "the test clock could not be read"));
  }

  const now = () => new Date(base.now().getTime() + offsetMs);
  return {
    now,
    async advance(seconds) {
      apply(await repository.add(connection.db, Math.round(seconds * 1000)));
      return now();
    },
    async follow() {
      const unlisten = await connection.listen("bankside_clock", onNotification);
      apply(await repository.offset(connection.db));
      return unlisten;
    },
  };
}
