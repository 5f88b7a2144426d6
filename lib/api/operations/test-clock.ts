import { createRoute, z } from "@hono/zod-openapi";
import { type Api, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { jsonBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse } from "#lib/api/http/responses.ts";
import { BODY_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { MAX_STEP_SECONDS } from "#lib/platform/clock/test-clock.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

const stepSchema = z
  .strictObject({
    advanceSeconds: z
      .number({ error: must("be a number of seconds") })
      .positive("must be more than 0")
      .max(MAX_STEP_SECONDS, `must be at most ${MAX_STEP_SECONDS}`)
      .openapi({ description: "Seconds to move the clock forward", example: 1860 }),
  })
  .openapi("TestClockStep");

const timeSchema = z
  .strictObject({
    now: z.iso.datetime().openapi({
      description: "The new time of all processes of this deployment",
      example: "2026-11-21T10:02:00.000Z",
    }),
  })
  .openapi("TestClock");

const advanceClock = createRoute({
  method: "post",
  path: "/test/clock",
  operationId: "advanceTestClock",
  tags: ["Testing"],
  summary: "Move the clock forward",
  description:
    "Moves the clock of the whole deployment, so that tests do not wait: transactions expire, webhooks are sent again, banks are polled. Needs `TEST_CLOCK=true`, which turns live mode off; otherwise 404.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("advanceTestClock"), jsonBody],
  request: {
    query: noQuery,
    body: jsonRequest(stepSchema, { advanceSeconds: 1860 }),
  },
  responses: {
    200: jsonResponse(timeSchema, "The new time", { now: "2026-11-21T10:02:00.000Z" }),
    ...problems(...BODY_PROBLEMS, "test_mode_only", "not_found"),
  },
});

export function addTestClockRoute(api: Api): void {
  api.openapi(advanceClock, async (c) => {
    const apiKey = callerOf(c);
    const { testClock } = c.get("services");
    if (!testClock) throw new AppError("not_found");
    if (apiKey.mode !== "test") throw new AppError("test_mode_only");
    const { advanceSeconds } = c.req.valid("json");
    const now = await testClock.advance(advanceSeconds);
    return respondJson(c, { now: now.toISOString() }, 200);
  });
}
