import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Api, type ApiEnv, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { jsonBody, noBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse } from "#lib/api/http/responses.ts";
import { BODY_PROBLEMS, CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import {
  appliedSchema,
  deletedSchema,
  endpointBody,
  endpointChange,
  endpointExample,
  endpointHeaders,
  endpointList,
  endpointParams,
  endpointQuery,
  endpointSchema,
  rotatedSchema,
  secretExample,
  testedSchema,
  toPublicEndpoint,
} from "./endpoint-schemas.ts";

const TAGS = ["Webhook endpoints"];
const SECURITY = [{ apiKey: [] }];

const NO_BODY_PROBLEMS = [
  ...CREDENTIAL_PROBLEMS,
  "invalid_json",
  "not_found",
  "account_closed",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
] as const;

const shown = { ...endpointExample, eventTypes: [...endpointExample.eventTypes] };

const createEndpoint = createRoute({
  method: "post",
  path: "/webhook-endpoints",
  operationId: "createEndpoint",
  tags: TAGS,
  summary: "Create an endpoint, or apply its description again",
  description:
    "Creates an endpoint in the key's account and mode, up to 20. If one with the same `externalId` exists, it gets the `url`, " +
    "`eventTypes` and `name` of this request instead: a deployment can send its description each time.",
  security: SECURITY,
  middleware: [requireKeyFor("createEndpoint"), jsonBody],
  request: {
    headers: endpointHeaders,
    query: noQuery,
    body: jsonRequest(endpointBody, {
      url: endpointExample.url,
      eventTypes: ["transaction.succeeded", "transaction.failed"],
      name: endpointExample.name,
      externalId: endpointExample.externalId,
    }),
  },
  responses: {
    201: jsonResponse(appliedSchema, "The endpoint was created", {
      ...shown,
      secret: secretExample,
    }),
    200: jsonResponse(appliedSchema, "The endpoint existed", { ...shown, secret: null }),
    ...problems(
      ...BODY_PROBLEMS,
      "invalid_idempotency_key",
      "account_closed",
      "limit_reached",
      "idempotency_key_reused",
    ),
  },
});

const listEndpoints = createRoute({
  method: "get",
  path: "/webhook-endpoints",
  operationId: "listEndpoints",
  tags: TAGS,
  summary: "List endpoints, oldest first",
  description: "The endpoints of the key's account and mode, all in one response.",
  security: SECURITY,
  middleware: [requireKeyFor("listEndpoints")],
  request: { query: endpointQuery },
  responses: {
    200: jsonResponse(endpointList, "The endpoints", { data: [shown] }),
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

const getEndpoint = createRoute({
  method: "get",
  path: "/webhook-endpoints/{id}",
  operationId: "getEndpoint",
  tags: TAGS,
  summary: "Read an endpoint",
  description: "Its Webhook Secret is never shown again.",
  security: SECURITY,
  middleware: [requireKeyFor("getEndpoint")],
  request: { params: endpointParams, query: noQuery },
  responses: {
    200: jsonResponse(endpointSchema, "The endpoint", shown),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

const changeEndpoint = createRoute({
  method: "patch",
  path: "/webhook-endpoints/{id}",
  operationId: "changeEndpoint",
  tags: TAGS,
  summary: "Change, disable or enable an endpoint",
  description:
    "Events from while it was disabled are not sent by themselves: read them with `GET /events`, or resend them in the console.",
  security: SECURITY,
  middleware: [requireKeyFor("changeEndpoint"), jsonBody],
  request: {
    params: endpointParams,
    query: noQuery,
    body: jsonRequest(endpointChange, { url: "https://shop.example/new-webhooks" }),
  },
  responses: {
    200: jsonResponse(endpointSchema, "The endpoint", {
      ...shown,
      url: "https://shop.example/new-webhooks",
    }),
    ...problems(...BODY_PROBLEMS, "not_found", "account_closed"),
  },
});

const deleteEndpoint = createRoute({
  method: "delete",
  path: "/webhook-endpoints/{id}",
  operationId: "deleteEndpoint",
  tags: TAGS,
  summary: "Delete an endpoint",
  description: "Ends pending deliveries. Takes no body.",
  security: SECURITY,
  middleware: [requireKeyFor("deleteEndpoint")],
  request: { params: endpointParams, query: noQuery },
  responses: {
    200: jsonResponse(deletedSchema, "The endpoint is gone", {
      id: endpointExample.id,
      deleted: true,
    }),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found", "account_closed"),
  },
});

const rotateSecret = createRoute({
  method: "post",
  path: "/webhook-endpoints/{id}/secret",
  operationId: "rotateEndpointSecret",
  tags: TAGS,
  summary: "Create a new Webhook Secret",
  description:
    "For 24 hours, each webhook is signed with the new and the previous secret. Takes no body. If the response is lost, repeat the " +
    "request: the secret before the last two stops working then.",
  security: SECURITY,
  middleware: [requireKeyFor("rotateEndpointSecret"), noBody],
  request: { params: endpointParams, query: noQuery },
  responses: {
    200: jsonResponse(rotatedSchema, "The endpoint, with its new secret", {
      ...shown,
      previousSecretUntil: "2026-11-22T09:30:00.000Z",
      secret: secretExample,
    }),
    ...problems(...NO_BODY_PROBLEMS),
  },
});

const testEndpoint = createRoute({
  method: "post",
  path: "/webhook-endpoints/{id}/test",
  operationId: "testEndpoint",
  tags: TAGS,
  summary: "Send a test event",
  description:
    "Sends `endpoint.test` once. Takes no body. While one waits, there is no second: the response names that one.",
  security: SECURITY,
  middleware: [requireKeyFor("testEndpoint"), noBody],
  request: { params: endpointParams, query: noQuery },
  responses: {
    202: jsonResponse(testedSchema, "The event will be sent", {
      deliveryId: "dlv_01kagj7c5vfx2s8m4q6w9z3tbn",
    }),
    ...problems(...NO_BODY_PROBLEMS, "endpoint_disabled"),
  },
});

export function addEndpointRoutes(api: Api): void {
  api.openapi(createEndpoint, async (c) => {
    const { name, ...body } = c.req.valid("json");
    const { actor, ...owner } = ownerOf(c);
    const { endpoint, secret, isNew } = await c.get("services").webhooks.applyEndpoint({
      ...owner,
      ...body,
      name: name ?? undefined,
      actor,
      idempotencyKey: c.req.valid("header")["Idempotency-Key"],
    });
    const applied = appliedSchema.parse({ ...toPublicEndpoint(endpoint), secret });
    return respondJson(c, applied, isNew ? 201 : 200);
  });

  api.openapi(listEndpoints, async (c) => {
    const { externalId } = c.req.valid("query");
    const { accountId, mode } = callerOf(c);
    const all = await c.get("services").webhooks.listEndpoints({ accountId, mode });
    const found = all.filter((one) => externalId === undefined || one.externalId === externalId);
    return respondJson(c, endpointList.parse({ data: found.map(toPublicEndpoint) }), 200);
  });

  api.openapi(getEndpoint, async (c) => {
    const { id } = c.req.valid("param");
    return respondJson(c, await read(c, id), 200);
  });

  addChangingRoutes(api);
}

function addChangingRoutes(api: Api): void {
  api.openapi(changeEndpoint, async (c) => {
    const { webhooks } = c.get("services");
    const { enabled, name, ...change } = c.req.valid("json");
    const key = { ...ownerOf(c), id: c.req.valid("param").id };
    await webhooks.changeEndpoint({ ...key, ...change, name: name === null ? "" : name });
    if (enabled === true) await webhooks.enableEndpoint(key);
    if (enabled === false) await webhooks.disableEndpoint(key);
    return respondJson(c, await read(c, key.id), 200);
  });

  api.openapi(deleteEndpoint, async (c) => {
    const { id } = c.req.valid("param");
    await c.get("services").webhooks.deleteEndpoint({ ...ownerOf(c), id });
    return respondJson(c, { id, deleted: true as const }, 200);
  });

  api.openapi(rotateSecret, async (c) => {
    const { id } = c.req.valid("param");
    const { secret } = await c.get("services").webhooks.rotateSecret({ ...ownerOf(c), id });
    return respondJson(c, rotatedSchema.parse({ ...(await read(c, id)), secret }), 200);
  });

  api.openapi(testEndpoint, async (c) => {
    const { accountId, mode } = callerOf(c);
    const endpointId = c.req.valid("param").id;
    const sent = await c.get("services").webhooks.sendTest({ accountId, mode, endpointId });
    return respondJson(c, testedSchema.parse(sent), 202);
  });
}

function ownerOf(c: Context<ApiEnv>) {
  const { id, accountId, mode } = callerOf(c);
  return { accountId, mode, actor: id as `key_${string}` };
}

async function read(c: Context<ApiEnv>, id: string) {
  const { accountId, mode } = callerOf(c);
  const endpoint = await c.get("services").webhooks.getEndpoint({ accountId, mode, id });
  return endpointSchema.parse(toPublicEndpoint(endpoint));
}
