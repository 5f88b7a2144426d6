import { createRoute, z } from "@hono/zod-openapi";
import { type Api, callerOf, type StoredEvent } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery, pageQuery, timeParameter } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonResponse, pageOf, toPage } from "#lib/api/http/responses.ts";
import { CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { TRANSACTION_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { eventTransactionSchema } from "./transaction-schemas.ts";
import { eventExample } from "./webhooks.ts";

const ID = idPattern("evt");
const eventSchema = z
  .object({
    id: z.string().openapi({ description: "The `webhook-id` of its deliveries" }),
    type: z.enum(TRANSACTION_EVENTS),
    timestamp: z.iso.datetime(),
    data: eventTransactionSchema,
  })
  .openapi("Event");
const eventPage = pageOf(eventSchema).openapi("EventPage");

const LISTED = [...TRANSACTION_EVENTS, "all"] as const;

const eventQuery = z.strictObject({
  ...pageQuery(ID),
  type: z
    .enum(LISTED, { error: must(`be one of ${LISTED.join(", ")}`) })
    .optional()
    .openapi({
      description:
        "Only events of this type, or all about transactions (`all`). By default, outcomes",
    }),
  createdAfter: timeParameter
    .optional()
    .openapi({ description: "Only events created at this time or later" }),
  createdBefore: timeParameter
    .optional()
    .openapi({ description: "Only events created before this time" }),
});

const listEvents = createRoute({
  method: "get",
  path: "/events",
  operationId: "listEvents",
  tags: ["Events"],
  summary: "List events, newest first",
  description:
    "The events that webhooks reported: outcomes, or those of the `type` you ask for. Other types than outcomes are stored only while an endpoint subscribes to them. Use it to catch up after an outage on your side: no event appears later behind one that was listed. `createdAfter` is inclusive, `createdBefore` is not.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("listEvents")],
  request: { query: eventQuery },
  responses: {
    200: jsonResponse(eventPage, "A page", { data: [eventExample], nextCursor: null }),
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

const getEvent = createRoute({
  method: "get",
  path: "/events/{id}",
  operationId: "getEvent",
  tags: ["Events"],
  summary: "Read an event",
  description: "Does not find events about an endpoint (`endpoint.…`).",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getEvent")],
  request: {
    params: z.object({
      id: z
        .string()
        .regex(ID)
        .openapi({ description: "Id of the event", example: eventExample.id }),
    }),
    query: noQuery,
  },
  responses: {
    200: jsonResponse(eventSchema, "The event", eventExample),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

export function addEventRoutes(api: Api): void {
  api.openapi(listEvents, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { limit, cursor, ...filter } = c.req.valid("query");
    const { webhooks } = c.get("services");
    const asked = { ...filter, accountId, mode, limit: limit + 1, before: cursor };
    const rows = await webhooks.listEvents(asked);
    const { page, nextCursor } = toPage(rows, limit);
    return respondJson(c, eventPage.parse({ data: page.map(toPublicEvent), nextCursor }), 200);
  });

  api.openapi(getEvent, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const event = await c.get("services").webhooks.getEvent({ accountId, mode, id });
    if (!event) throw new AppError("not_found");
    return respondJson(c, eventSchema.parse(toPublicEvent(event)), 200);
  });
}

function toPublicEvent({ id, payload }: StoredEvent) {
  return { ...JSON.parse(payload), id };
}
