import { setTimeout as sleep } from "node:timers/promises";
import { logWaysToBePaid } from "#lib/console/ways-to-be-paid/start-log.ts";
import {
  warnOfMissingMail,
  warnOfMissingOperator,
  warnOfPlainHttp,
} from "#lib/merchants/api-keys/live-mode.ts";
import { openPatiently } from "#lib/platform/db/patience.ts";
import { onShutdown, stopping } from "#lib/platform/http/shutdown.ts";
import { exitWithSentence } from "#lib/platform/telemetry/captured-output.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { seedDemo } from "#lib/sandbox/demo.ts";
import type { Services } from "#lib/services/create.ts";
import { closeServices, openServices, provideServices } from "#lib/services/index.ts";
import { readServices } from "#lib/services/monitoring.ts";
import { openOwnServices } from "#lib/services/open-own.ts";

// A server that reports not ready is better than one that does not respond.
const OPENING_MS = 1_000;

/** If the database is unreachable or slow, opening continues in the background and the server is not ready. */
export async function openSite(logger: Logger): Promise<void> {
  provideServices(openOwnServices);
  onShutdown("close", closeServices);
  const begun = openPatiently(openServices, logger).then((services) => services && begin(services));
  await Promise.race([begun.catch(exitWithSentence), sleep(OPENING_MS, undefined, { ref: false })]);
}

async function begin(services: Services): Promise<void> {
  const { env, logger, worker } = services;
  readServices(services, { hasWorker: env.WORKER });
  if (env.DEMO) {
    const seeding = seedDemo(services).catch((error: unknown) =>
      logger.error({ err: error }, "the demo account and shop could not be set up"),
    );
    await services.readyAfter(seeding);
  }
  await warnOfMissingMail(services);
  await warnOfPlainHttp(services);
  await warnOfMissingOperator({ ...services, hasLiveBank: services.waysToBePaid.hasLiveBank });
  // A failure only costs a line of the log.
  await logWaysToBePaid(services).catch((error: unknown) =>
    logger.warn({ err: error }, "the accounts' ways to be paid could not be read"),
  );
  services.checkBankCertificates();
  // A failure only delays this check by a day.
  await services.attempts
    .checkMissingBanks()
    .catch((error: unknown) => logger.warn({ err: error }, "open payments could not be read"));
  if (!env.WORKER || stopping().aborted) return;
  onShutdown("drain", worker.stop);
  worker.start();
}
