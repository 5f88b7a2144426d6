import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { warnOfMissingMail, warnOfPlainHttp } from "#lib/merchants/api-keys/live-mode.ts";
import { exitWithSentence } from "#lib/platform/captured-output.ts";
import { openPatiently } from "#lib/platform/db/patience.ts";
import { loadEnv } from "#lib/platform/env.ts";
import { trustProxies } from "#lib/platform/http/forwarded-for.ts";
import { endOnSignals, onShutdown, stopping } from "#lib/platform/http/shutdown.ts";
import { createLogger } from "#lib/platform/logger.ts";
import { seedDemo } from "#lib/sandbox/demo.ts";
import { closeServices, getServices, openServices, type Services } from "#lib/services/index.ts";
import { openCheckoutEvents } from "./checkout-events.ts";
import { API_PREFIX, publishListeners } from "./listeners.ts";
import { createLiveListener } from "./live-events.ts";

type CreateApiListener = (open: typeof getServices, prefix: string) => RequestListener;

// A server that reports not ready is better than one that does not respond.
const OPENING_MS = 1_000;

/** If the database is unreachable or slow, startup continues in the background and the server is not ready. */
export async function startServer(createApiListener: CreateApiListener): Promise<void> {
  try {
    const { LOG_LEVEL, TRUSTED_PROXIES } = loadEnv();
    const logger = createLogger(LOG_LEVEL);
    trustProxies(TRUSTED_PROXIES);
    // For the development server: in production, main.ts has already set the handlers.
    endOnSignals((error) => logger.error({ err: error }, "shutdown failed"));
    onShutdown("close", closeServices);
    publishListeners({
      api: createApiListener(getServices, API_PREFIX),
      live: createLiveListener(
        async (url, headers) => openCheckoutEvents(await getServices(), url, headers),
        logger,
      ),
    });
    const begun = openPatiently(openServices, logger).then(
      (services) => services && begin(services),
    );
    await Promise.race([
      begun.catch(exitWithSentence),
      sleep(OPENING_MS, undefined, { ref: false }),
    ]);
  } catch (error) {
    // Next would continue half started.
    exitWithSentence(error);
  }
}

async function begin(services: Services): Promise<void> {
  const { env, logger, worker } = services;
  if (env.DEMO) {
    const seeding = seedDemo(services).catch((error: unknown) =>
      logger.error({ err: error }, "the demo account and shop could not be set up"),
    );
    await services.readyAfter(seeding);
  }
  await warnOfMissingMail(services);
  await warnOfPlainHttp(services);
  services.checkBankCertificates();
  // A failure only delays this check by a day.
  await services.attempts
    .checkMissingBanks()
    .catch((error: unknown) => logger.warn({ err: error }, "open payments could not be read"));
  if (!env.WORKER || stopping().aborted) return;
  onShutdown("drain", worker.stop);
  worker.start();
}
