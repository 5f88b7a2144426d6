import type { Instrumentation } from "next";
import { loadEnv } from "#lib/env.ts";
import { isOutage } from "#lib/failures.ts";
import { noteOutage } from "#lib/http/outage.ts";
import { createLogger } from "#lib/logger.ts";
import { getServices } from "#lib/services.ts";

/** Logs what a page, action or route handler threw, without the request's headers or query. */
export const logRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (isOutage(error)) noteOutage();
  // Without a database there are no services, and still something to log.
  const { logger } = await getServices().catch(() => ({
    logger: createLogger(loadEnv().LOG_LEVEL),
  }));
  const [path] = request.path.split("?");
  const { routePath: route } = context;
  logger.error({ err: error, method: request.method, path, route }, "request failed");
};
