import { warnOfPlainHttp } from "#lib/merchants/api-keys/live-mode.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { openPatiently } from "#lib/platform/db/patience.ts";
import { trustProxies } from "#lib/platform/http/forwarded-for.ts";
import { listenAddresses, ownHosts } from "#lib/platform/http/own-addresses.ts";
import { endOnSignals, onShutdown } from "#lib/platform/http/shutdown.ts";
import {
  captureOutput,
  exitOnUncaught,
  exitWithSentence,
} from "#lib/platform/telemetry/captured-output.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { openTelemetry } from "#lib/platform/telemetry/otlp/open.ts";
import { closeServices, getServices, openServices, provideServices } from "#lib/services/index.ts";
import { openMonitoring, readServices } from "#lib/services/monitoring.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { listen, prefixOf } from "./listen.ts";

/** Listens at once; not ready until it reaches the database. */
async function main(): Promise<void> {
  const env = loadEnv();
  const { PORT, BASE_URL, LOG_LEVEL, TRUSTED_PROXIES, DRAIN_GRACE_SECONDS } = env;
  const startTelemetry = openTelemetry(env);
  const logger = createLogger(LOG_LEVEL);
  captureOutput(logger);
  exitOnUncaught(logger);
  endOnSignals(
    (error) => logger.error({ err: error }, "shutdown failed"),
    DRAIN_GRACE_SECONDS * 1_000,
  );
  onShutdown("close", closeServices);
  trustProxies(TRUSTED_PROXIES);
  provideServices(openOwnServices);
  await startTelemetry(logger);
  const monitoring = await openMonitoring({ env, logger, apiPrefix: prefixOf(BASE_URL) });
  const server = await listen(getServices, {
    ...monitoring,
    baseUrl: BASE_URL,
    port: PORT,
    addresses: listenAddresses(env),
    isOwnHost: ownHosts(env),
  });
  onShutdown("refuse", server.drain);
  const { port, addresses } = server;
  logger.info({ port, addresses, baseUrl: BASE_URL }, "the API listens");
  const services = await openPatiently(openServices, logger);
  if (services) {
    readServices(services, { hasWorker: false });
    await warnOfPlainHttp(services);
  }
}

main().catch(exitWithSentence);
