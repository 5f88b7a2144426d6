import type { Instrumentation } from "next";

/** Logs what a page, action or route handler threw, without the request's headers or query. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { getServices } = await import("#lib/services.ts");
  const { logger } = await getServices();
  const [path] = request.path.split("?");
  logger.error(
    { err: error, method: request.method, path, route: context.routePath },
    "request failed",
  );
};
