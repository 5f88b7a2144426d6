import { createServer } from "node:http";
import next from "next";
import { createApiListener } from "#lib/api/server/listener.ts";
import { openLightPages } from "#lib/next/light/light.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { readAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { isApiPath } from "#lib/platform/http/api-paths.ts";
import { bareFailures, dress, goneNoted, neverSniffed } from "#lib/platform/http/dress.ts";
import { trustProxies } from "#lib/platform/http/forwarded-for.ts";
import { listenAddresses, ownHosts } from "#lib/platform/http/own-addresses.ts";
import { admitMethod } from "#lib/platform/http/request.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";
import { serveHttp } from "#lib/platform/http/server.ts";
import { endOnSignals, onShutdown } from "#lib/platform/http/shutdown.ts";
import { captureOutput, exitWithSentence } from "#lib/platform/telemetry/captured-output.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { openTelemetry } from "#lib/platform/telemetry/otlp/open.ts";
import { getServices } from "#lib/services/index.ts";
import { openMonitoring } from "#lib/services/monitoring.ts";
import { encryptActions } from "./action-key.ts";
import { CHECKOUT_EVENTS, createLiveListener } from "./live-events.ts";
import { demandPages, siteRoutes } from "./site-routes.ts";
import { openSite } from "./startup.ts";

const API_PREFIX = "/api";

/** Serves the site, the API and, unless disabled, the worker in one process. */
async function main(): Promise<void> {
  const env = loadEnv();
  const { PORT, LOG_LEVEL, TRUSTED_PROXIES, DRAIN_GRACE_SECONDS } = env;
  const startTelemetry = openTelemetry(env);
  const logger = createLogger(LOG_LEVEL);
  captureOutput(logger);
  trustProxies(TRUSTED_PROXIES);
  endOnSignals(
    (error) => logger.error({ err: error }, "shutdown failed"),
    DRAIN_GRACE_SECONDS * 1_000,
  );
  const lightRules = openLightPages();
  encryptActions(createSeal(...readAppSecrets(env)));
  await startTelemetry(logger);
  const monitoring = await openMonitoring({
    env,
    logger,
    apiPrefix: API_PREFIX,
    pages: siteRoutes,
  });
  const isDev = env.NODE_ENV === "development";
  if (!isDev) demandPages(siteRoutes());
  const site = next({
    dev: isDev,
    hostname: env.HOST ?? "localhost",
    port: PORT,
    // Otherwise Next listens for upgrades on our server, as only its development server does.
    ...(!isDev && { httpServer: createServer() }),
  });
  await Promise.all([site.prepare(), openSite(logger)]);
  // They use a part of Next that fails if it is loaded earlier.
  const { openCheckoutEvents } = await import("./checkout-events.ts");
  const { admitPage } = await import("./page-admission.ts");
  const handle = site.getRequestHandler();
  const api = createApiListener(getServices, API_PREFIX, monitoring.onOperations);
  const live = createLiveListener(
    async (url, headers) => openCheckoutEvents(await getServices(), url, headers),
    logger,
  );
  const server = await serveHttp(
    (request, response) => {
      const path = request.url?.split("?", 1)[0] ?? "";
      // Next would redirect some API paths and change headers.
      if (isApiPath(path, API_PREFIX)) return api(request, response);
      if (path === CHECKOUT_EVENTS && request.method === "GET") return live(request, response);
      if (!admitMethod(request, response)) return;
      dress(response, [...lightRules(request), neverSniffed, bareFailures, goneNoted]);
      admitPage(request, response, logger)
        .then((isAdmitted) => (isAdmitted ? handle(request, response) : undefined))
        .catch((error: unknown) => {
          if (isOutage(error)) noteOutage();
          logger.error({ err: error }, "request failed");
          if (response.headersSent) return void response.destroy();
          response.statusCode = 500;
          response.end();
        });
    },
    {
      port: PORT,
      addresses: listenAddresses(env),
      isOwnHost: ownHosts(env),
      apiPrefix: API_PREFIX,
      onRequest: monitoring.onRequest,
      around: monitoring.around,
    },
  );
  onShutdown("refuse", server.drain);
  logger.info({ port: server.port, addresses: server.addresses }, "the site listens");
}

main().catch(exitWithSentence);
