import type { Instrumentation } from "next";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { noteOutage, noteUnreadable } from "#lib/platform/http/request-scope.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { getServices } from "#lib/services/index.ts";

/** Leaves out the request's headers and query. */
export const logRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const isRefused = request.method === "POST" && isUnreadable(error);
  if (isOutage(error)) noteOutage();
  else if (isRefused) noteUnreadable();
  // Without a database, the error still needs a log entry.
  const { logger } = await getServices().catch(() => ({
    logger: createLogger(loadEnv().LOG_LEVEL),
  }));
  const [path] = request.path.split("?");
  const { routePath: route } = context;
  const fields = { err: error, method: request.method, path, route };
  if (isRefused) logger.warn(fields, "a form could not be read");
  else logger.error(fields, "request failed");
};

// What Next built of ours, without Next itself, and the services.
const OWN_CODE = /[\\/](\.next[\\/]server|lib)[\\/](?!.*node_modules_next_dist)/;

/** Whether a form failed before our code ran, or an action got something other than a form. */
export function isUnreadable(error: unknown): boolean {
  if (isAppError(error)) return error.code === "invalid_request";
  if (!(error instanceof Error) || "code" in error) return false;
  return !error.stack?.split("\n").some((line) => /^\s+at /.test(line) && OWN_CODE.test(line));
}
