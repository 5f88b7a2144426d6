import type { Instrumentation } from "next";
import { getServices } from "#lib/services.ts";

/** Logs what a page, action or route handler threw, without the request's headers or query. */
export const logRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { logger } = await getServices();
  const [path] = request.path.split("?");
  const { routePath: route } = context;
  logger.error({ err: error, method: request.method, path, route }, "request failed");
};
