import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Api, type ApiEnv, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { noBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonResponse, toPage } from "#lib/api/http/responses.ts";
import { CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { transactionExample } from "./examples.ts";
import {
  transactionPage,
  transactionParams,
  transactionQuery,
  transactionSchema,
} from "./transaction-schemas.ts";

function startReading(c: Context<ApiEnv>): void {
  c.set("readBy", c.get("services").transactions.startReading(c.req.param("id") ?? ""));
}

const getTransaction = createRoute({
  method: "get",
  path: "/transactions/{id}",
  operationId: "getTransaction",
  tags: ["Transactions"],
  summary: "Read a transaction",
  description: "A transaction of the key's account and mode.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getTransaction", { beside: startReading })],
  request: { params: transactionParams, query: noQuery },
  responses: {
    200: jsonResponse(transactionSchema, "The transaction", transactionExample),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

const listTransactions = createRoute({
  method: "get",
  path: "/transactions",
  operationId: "listTransactions",
  tags: ["Transactions"],
  summary: "List transactions, newest first",
  description:
    "Transactions of the key's account and mode. `createdAfter` is inclusive, `createdBefore` is not.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("listTransactions")],
  request: { query: transactionQuery },
  responses: {
    200: jsonResponse(transactionPage, "A page", { data: [transactionExample], nextCursor: null }),
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

const cancelTransaction = createRoute({
  method: "post",
  path: "/transactions/{id}/cancel",
  operationId: "cancelTransaction",
  tags: ["Transactions"],
  summary: "Cancel a pending transaction",
  description: "Takes no body. Cancelling a cancelled transaction changes nothing and returns it.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("cancelTransaction"), noBody],
  request: { params: transactionParams, query: noQuery },
  responses: {
    200: jsonResponse(transactionSchema, "The transaction, failed as `cancelled`", {
      ...transactionExample,
      status: "failed",
      failureReason: "cancelled",
      finishedAt: "2026-11-21T09:33:00.000Z",
    }),
    ...problems(
      ...CREDENTIAL_PROBLEMS,
      "invalid_json",
      "not_found",
      "transaction_in_progress",
      "transaction_final",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
    ),
  },
});

export function addTransactionRoutes(api: Api): void {
  api.openapi(getTransaction, async (c) => {
    const transaction = await c.get("readBy")(callerOf(c));
    return respondJson(c, transactionSchema.parse(toPublicTransaction(transaction)), 200);
  });

  api.openapi(listTransactions, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { limit, cursor, ...filter } = c.req.valid("query");
    const { transactions } = c.get("services");
    const asked = { ...filter, accountId, mode, limit: limit + 1, before: cursor };
    const { page, nextCursor } = toPage(await transactions.list(asked), limit);
    return respondJson(
      c,
      transactionPage.parse({ data: page.map(toPublicTransaction), nextCursor }),
      200,
    );
  });

  api.openapi(cancelTransaction, async (c) => {
    const { id } = c.req.valid("param");
    const transaction = await c.get("services").transactions.cancel(callerOf(c), id);
    return respondJson(c, transactionSchema.parse(toPublicTransaction(transaction)), 200);
  });
}
