import { createRoute, z } from "@hono/zod-openapi";
import type { Api } from "#lib/api/http/context.ts";
import { problems } from "#lib/api/http/problems.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonResponse } from "#lib/api/http/responses.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

export const LIVE = { status: "live" } as const;
const READY = { status: "ready" } as const;

const getLive = createRoute({
  method: "get",
  path: "/health/live",
  operationId: "getLive",
  tags: ["Health"],
  summary: "Check that the process is alive",
  description: "For liveness probes. Does not use the database.",
  security: [],
  responses: {
    200: jsonResponse(z.object({ status: z.literal("live") }), "The process is alive", LIVE),
  },
});

const getReady = createRoute({
  method: "get",
  path: "/health/ready",
  operationId: "getReady",
  tags: ["Health"],
  summary: "Check that the service is ready: its database responds",
  description:
    "For readiness probes and load balancers. 503 also while the database's disk has no room for a write.",
  security: [],
  responses: {
    200: jsonResponse(z.object({ status: z.literal("ready") }), "The service is ready", READY),
    ...problems("unavailable"),
  },
});

export function addHealthRoutes(api: Api): void {
  api.openapi(getLive, (c) => respondJson(c, LIVE, 200));

  api.openapi(getReady, async (c) => {
    const isReady = await c
      .get("services")
      .ready()
      .catch(() => false);
    if (!isReady) throw new AppError("unavailable");
    return respondJson(c, READY, 200);
  });
}
