import { loadEnv } from "#lib/platform/configuration/env.ts";
import { EnvError } from "#lib/platform/configuration/secret-files.ts";
import { openPatiently } from "#lib/platform/db/patience.ts";
import { endOnSignals, onShutdown } from "#lib/platform/http/shutdown.ts";
import {
  captureOutput,
  exitOnUncaught,
  exitWithSentence,
} from "#lib/platform/telemetry/captured-output.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { openTelemetry } from "#lib/platform/telemetry/otlp/open.ts";
import { closeServices, openServices, provideServices } from "./index.ts";
import { openMonitoring, readServices } from "./monitoring.ts";
import { openOwnServices } from "./open-own.ts";

async function main(): Promise<void> {
  const env = loadEnv();
  const { DATABASE_URL, LOG_LEVEL } = env;
  if (!DATABASE_URL) {
    throw new EnvError(
      "A worker of its own needs DATABASE_URL. The embedded database has one process, and npm start works inside it.",
    );
  }
  const startTelemetry = openTelemetry(env);
  const logger = createLogger(LOG_LEVEL);
  captureOutput(logger);
  exitOnUncaught(logger);
  endOnSignals((error) => logger.error({ err: error }, "shutdown failed"));
  provideServices(openOwnServices);
  onShutdown("close", closeServices);
  await startTelemetry(logger);
  await openMonitoring({ env, logger });
  const services = await openPatiently(openServices, logger);
  if (!services) return;
  onShutdown("drain", services.worker.stop);
  readServices(services, { hasWorker: true });
  services.worker.start();
  logger.info("the worker runs");
}

main().catch(exitWithSentence);
