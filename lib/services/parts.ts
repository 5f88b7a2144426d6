import type { BankDirectory } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { createDatabaseClock } from "#lib/platform/clock/database-clock.ts";
import { createTestClock, type TestClock } from "#lib/platform/clock/test-clock.ts";
import { type Env, loadEnv } from "#lib/platform/configuration/env.ts";
import { readAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { createSeal, type Seal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { openDatabase } from "#lib/platform/db/open.ts";
import { createLogger, type Logger } from "#lib/platform/telemetry/logger.ts";

export type Parts = {
  env: Env;
  connection: Connection;
  clock: Clock;
  logger: Logger;
  seal: Seal;
  testClock?: TestClock | undefined;
  banks?: BankDirectory;
};

/** Of payment links, without the token. */
export const linkPageUrl = ({ PUBLIC_URL }: Pick<Env, "PUBLIC_URL">) => `${PUBLIC_URL}/l`;

export async function openParts(env = loadEnv()) {
  const logger = createLogger(env.LOG_LEVEL);
  const connection = await openDatabase(env, logger);
  try {
    const seal = createSeal(...readAppSecrets(env));
    const base = createDatabaseClock({
      readClock: connection.readClock,
      neverBack: env.DATABASE_URL === undefined,
      logger,
    });
    await base.measure();
    const testClock = env.TEST_CLOCK ? createTestClock({ base, connection, logger }) : undefined;
    const stopListening = await testClock?.follow();
    const stopMeasuring = base.follow();
    const unfollow = async () => {
      stopMeasuring();
      await stopListening?.();
    };
    return { env, logger, connection, seal, clock: testClock ?? base, testClock, unfollow };
  } catch (error) {
    // Opening is retried, and would find an embedded database in use.
    await connection.close().catch(() => undefined);
    throw error;
  }
}
