import { readAppSecrets } from "#lib/app-secret.ts";
import { createDatabaseClock } from "#lib/database-clock.ts";
import { openDatabase } from "#lib/db/open.ts";
import { loadEnv } from "#lib/env.ts";
import { createLogger } from "#lib/logger.ts";
import { createSeal } from "#lib/seal.ts";

/**
 * Opens what the services of a process stand on: its database, with the clock and the secrets that go with it. Throws what
 * any of these throws, and leaves nothing open then.
 */
export async function openParts(env = loadEnv()) {
  const logger = createLogger(env.LOG_LEVEL);
  const connection = await openDatabase(env, (error) =>
    logger.error({ err: error }, "database connection lost"),
  );
  try {
    const seal = createSeal(...readAppSecrets(env));
    const clock = createDatabaseClock({
      readClock: connection.readClock,
      neverBack: env.DATABASE_URL === undefined,
      logger,
    });
    await clock.measure();
    return { env, logger, connection, seal, clock };
  } catch (error) {
    // Opening is tried again, and would find an embedded database in use.
    await connection.close().catch(() => undefined);
    throw error;
  }
}
