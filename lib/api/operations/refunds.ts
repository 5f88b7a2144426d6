import { createRoute } from "@hono/zod-openapi";
import { type Api, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { jsonBody, noBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse, toPage } from "#lib/api/http/responses.ts";
import { BODY_PROBLEMS, CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { toPublicRefund } from "#lib/payments/refunds/refund.ts";
import {
  refundCreationExample,
  refundCreationSchema,
  refundExample,
  refundHeaders,
  refundPage,
  refundParams,
  refundQuery,
  refundSchema,
  refundsOfQuery,
} from "./refund-schemas.ts";
import { transactionParams } from "./transaction-schemas.ts";

const createRefund = createRoute({
  method: "post",
  path: "/transactions/{id}/refunds",
  operationId: "createRefund",
  tags: ["Refunds"],
  summary: "Refund a transaction",
  description:
    "Creates a refund of all or a part of the money that you received for a transaction. All its refunds together, without those that failed " +
    "or were cancelled, never exceed that money. Your bank sends it: you give it a file of many refunds, or send each by hand. " +
    "The same externalId, or a repeated Idempotency-Key, returns the same refund as it is now. In live mode, the money must have been seen " +
    `on your account. In test mode, a sandbox bank's word is enough.`,
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("createRefund"), jsonBody],
  request: {
    params: transactionParams,
    headers: refundHeaders,
    query: noQuery,
    body: jsonRequest(refundCreationSchema, refundCreationExample),
  },
  responses: {
    201: jsonResponse(refundSchema, "The refund was created", refundExample),
    200: jsonResponse(refundSchema, "The refund of an earlier, identical request", refundExample),
    ...problems(
      ...BODY_PROBLEMS,
      "not_found",
      "invalid_idempotency_key",
      "idempotency_key_reused",
      "refund_exceeds_payment",
      "refund_not_possible",
    ),
  },
});

const listRefundsOf = createRoute({
  method: "get",
  path: "/transactions/{id}/refunds",
  operationId: "listTransactionRefunds",
  tags: ["Refunds"],
  summary: "List the refunds of a transaction, newest first",
  description: `Also those that failed or were cancelled.`,
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("listTransactionRefunds")],
  request: { params: transactionParams, query: refundsOfQuery },
  responses: {
    200: jsonResponse(refundPage, "A page", { data: [refundExample], nextCursor: null }),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

const listRefunds = createRoute({
  method: "get",
  path: "/refunds",
  operationId: "listRefunds",
  tags: ["Refunds"],
  summary: "List refunds, newest first",
  description: `Refunds of the key's account and mode.`,
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("listRefunds")],
  request: { query: refundQuery },
  responses: {
    200: jsonResponse(refundPage, "A page", { data: [refundExample], nextCursor: null }),
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

const getRefund = createRoute({
  method: "get",
  path: "/refunds/{id}",
  operationId: "getRefund",
  tags: ["Refunds"],
  summary: "Read a refund",
  description: `A refund of the key's account and mode.`,
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getRefund")],
  request: { params: refundParams, query: noQuery },
  responses: {
    200: jsonResponse(refundSchema, "The refund", refundExample),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

const cancelRefund = createRoute({
  method: "post",
  path: "/refunds/{id}/cancel",
  operationId: "cancelRefund",
  tags: ["Refunds"],
  summary: "Cancel a refund that was not sent",
  description: `Takes no body. Possible while \`awaiting_account\` or \`ready\`. Cancelling a cancelled refund changes nothing and returns it.`,
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("cancelRefund"), noBody],
  request: { params: refundParams, query: noQuery },
  responses: {
    200: jsonResponse(refundSchema, "The refund, `cancelled`", {
      ...refundExample,
      status: "cancelled",
      finishedAt: "2026-11-21T10:06:00.000Z",
    }),
    ...problems(
      ...CREDENTIAL_PROBLEMS,
      "invalid_json",
      "not_found",
      "refund_not_possible",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
    ),
  },
});

export function addRefundRoutes(api: Api): void {
  api.openapi(createRefund, async (c) => {
    const { id: keyId, accountId, mode } = callerOf(c);
    const { refund, isNew } = await c.get("services").refunds.create({
      accountId,
      mode,
      actor: keyId as `key_${string}`,
      input: { ...c.req.valid("json"), transactionId: c.req.valid("param").id },
      idempotencyKey: c.req.valid("header")["Idempotency-Key"],
    });
    return respondJson(c, refundSchema.parse(toPublicRefund(refund)), isNew ? 201 : 200);
  });

  api.openapi(listRefundsOf, async (c) => {
    const { id } = c.req.valid("param");
    const { refunds, transactions } = c.get("services");
    const { accountId, mode } = callerOf(c);
    const { limit, cursor } = c.req.valid("query");
    await transactions.get(callerOf(c), id);
    const asked = { accountId, mode, transactionId: id, limit: limit + 1, before: cursor };
    const { page, nextCursor } = toPage(await refunds.list(asked), limit);
    return respondJson(c, refundPage.parse({ data: page.map(toPublicRefund), nextCursor }), 200);
  });

  api.openapi(listRefunds, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { limit, cursor, status } = c.req.valid("query");
    const asked = { accountId, mode, status, limit: limit + 1, before: cursor };
    const { page, nextCursor } = toPage(await c.get("services").refunds.list(asked), limit);
    return respondJson(c, refundPage.parse({ data: page.map(toPublicRefund), nextCursor }), 200);
  });

  api.openapi(getRefund, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const refund = await c.get("services").refunds.get({ accountId, mode, id });
    return respondJson(c, refundSchema.parse(toPublicRefund(refund)), 200);
  });

  api.openapi(cancelRefund, async (c) => {
    const { id: keyId, accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const key = { accountId, mode, id };
    const refund = await c.get("services").refunds.cancel(key, keyId as `key_${string}`);
    return respondJson(c, refundSchema.parse(toPublicRefund(refund)), 200);
  });
}
