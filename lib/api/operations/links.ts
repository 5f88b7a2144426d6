import { createRoute } from "@hono/zod-openapi";
import { type Api, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { jsonBody, noBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse, toPage } from "#lib/api/http/responses.ts";
import { BODY_PROBLEMS, CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { toPublicLink } from "#lib/payments/links/link.ts";
import {
  linkCreationExample,
  linkCreationSchema,
  linkExample,
  linkHeaders,
  linkPage,
  linkParams,
  linkQuery,
  linkSchema,
} from "./link-schemas.ts";

const createLink = createRoute({
  method: "post",
  path: "/payment-links",
  operationId: "createPaymentLink",
  tags: ["Payment links"],
  summary: "Create a payment link",
  description:
    "Creates a page at which anyone with its address can pay you, without a website of yours. Each press of its button creates a " +
    "transaction, whose `paymentLinkId` is the link. Opening the page creates none. A link for one payment has at most one " +
    "open transaction at any time; another visitor continues it. The same Idempotency-Key returns the same link as it is now. " +
    "It is refused where a transaction would be: without an IBAN, and in live mode without a way to pay.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("createPaymentLink"), jsonBody],
  request: {
    headers: linkHeaders,
    query: noQuery,
    body: jsonRequest(linkCreationSchema, linkCreationExample),
  },
  responses: {
    201: jsonResponse(linkSchema, "The link was created", linkExample),
    200: jsonResponse(linkSchema, "The link of an earlier, identical request", linkExample),
    ...problems(
      ...BODY_PROBLEMS,
      "account_closed",
      "live_mode_off",
      "https_required",
      "invalid_idempotency_key",
      "idempotency_key_reused",
      "no_payee",
      "no_way_to_pay",
      "limit_reached",
    ),
  },
});

const listLinks = createRoute({
  method: "get",
  path: "/payment-links",
  operationId: "listPaymentLinks",
  tags: ["Payment links"],
  summary: "List payment links, newest first",
  description:
    "Links of the key's account and mode. For the payments of one, list transactions with its `paymentLinkId`.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("listPaymentLinks")],
  request: { query: linkQuery },
  responses: {
    200: jsonResponse(linkPage, "A page", { data: [linkExample], nextCursor: null }),
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

const getLink = createRoute({
  method: "get",
  path: "/payment-links/{id}",
  operationId: "getPaymentLink",
  tags: ["Payment links"],
  summary: "Read a payment link",
  description: "A link of the key's account and mode.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getPaymentLink")],
  request: { params: linkParams, query: noQuery },
  responses: {
    200: jsonResponse(linkSchema, "The link", linkExample),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

const stopLink = createRoute({
  method: "post",
  path: "/payment-links/{id}/stop",
  operationId: "stopPaymentLink",
  tags: ["Payment links"],
  summary: "Stop a payment link",
  description:
    "Takes no body. No further payment begins; open ones may still succeed. Stopping a stopped link changes nothing and returns it.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("stopPaymentLink"), noBody],
  request: { params: linkParams, query: noQuery },
  responses: {
    200: jsonResponse(linkSchema, "The link, `stopped` unless it was `paid` before", {
      ...linkExample,
      status: "stopped",
      stoppedAt: "2026-11-22T08:00:00.000Z",
    }),
    ...problems(
      ...CREDENTIAL_PROBLEMS,
      "invalid_json",
      "not_found",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
    ),
  },
});

export function addLinkRoutes(api: Api): void {
  api.openapi(createLink, async (c) => {
    const { id: keyId, accountId, mode } = callerOf(c);
    const { link, isNew } = await c.get("services").links.create({
      accountId,
      mode,
      actor: keyId as `key_${string}`,
      input: c.req.valid("json"),
      idempotencyKey: c.req.valid("header")["Idempotency-Key"],
    });
    return respondJson(c, linkSchema.parse(toPublicLink(link)), isNew ? 201 : 200);
  });

  api.openapi(listLinks, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { limit, cursor, status } = c.req.valid("query");
    const asked = { accountId, mode, status, limit: limit + 1, before: cursor };
    const { page, nextCursor } = toPage(await c.get("services").links.list(asked), limit);
    return respondJson(c, linkPage.parse({ data: page.map(toPublicLink), nextCursor }), 200);
  });

  api.openapi(getLink, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const link = await c.get("services").links.find({ accountId, mode, id });
    return respondJson(c, linkSchema.parse(toPublicLink(link)), 200);
  });

  api.openapi(stopLink, async (c) => {
    const { id: keyId, accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const key = { accountId, mode, id };
    const link = await c.get("services").links.stop(key, keyId as `key_${string}`);
    return respondJson(c, linkSchema.parse(toPublicLink(link)), 200);
  });
}
