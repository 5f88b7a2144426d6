import { createRoute } from "@hono/zod-openapi";
import type { ApiKey } from "#lib/api-keys/service.ts";
import { AppError } from "#lib/errors.ts";
import { type TransactionInput, toPublicTransaction } from "#lib/transactions/transaction.ts";
import { jsonAnswer, toPage } from "./answers.ts";
import { type Api, callerOf } from "./context.ts";
import { requireApiKey, requireCreationCredential } from "./credentials.ts";
import { createdExample, creationExample, transactionExample } from "./examples.ts";
import { jsonBody, noBody } from "./json-body.ts";
import { problems } from "./problems.ts";
import { noQuery } from "./query.ts";
import { isLocalReturnUrl } from "./return-url.ts";
import {
  createdSchema,
  creationHeaders,
  creationSchema,
  transactionPage,
  transactionParams,
  transactionQuery,
  transactionSchema,
} from "./transaction-schemas.ts";

const COMMON = [
  "invalid_query",
  "ambiguous_credentials",
  "unauthorized",
  "unavailable",
  "internal_error",
] as const;

const createTransaction = createRoute({
  method: "post",
  path: "/transactions",
  operationId: "createTransaction",
  tags: ["Transactions"],
  summary: "Create a transaction",
  description:
    "Creates a pending transaction and answers where its checkout is. The same externalId with the same fields while " +
    "it is pending answers the same transaction; with other fields it supersedes it.",
  security: [{ apiKey: [] }],
  middleware: [requireCreationCredential, jsonBody],
  request: {
    headers: creationHeaders,
    query: noQuery,
    body: {
      required: true,
      content: { "application/json": { schema: creationSchema, example: creationExample } },
    },
  },
  responses: {
    201: jsonAnswer(createdSchema, "The transaction was created", createdExample),
    200: jsonAnswer(createdSchema, "The same request came before; its transaction", createdExample),
    ...problems(
      ...COMMON,
      "invalid_json",
      "empty_body",
      "invalid_idempotency_key",
      "transaction_in_progress",
      "already_paid",
      "idempotency_in_progress",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
      "idempotency_key_reused",
      "no_payee",
    ),
  },
});

const getTransaction = createRoute({
  method: "get",
  path: "/transactions/{id}",
  operationId: "getTransaction",
  tags: ["Transactions"],
  summary: "Read a transaction",
  security: [{ apiKey: [] }],
  middleware: [requireApiKey],
  request: { params: transactionParams, query: noQuery },
  responses: {
    200: jsonAnswer(transactionSchema, "The transaction", transactionExample),
    ...problems(...COMMON, "not_found"),
  },
});

const listTransactions = createRoute({
  method: "get",
  path: "/transactions",
  operationId: "listTransactions",
  tags: ["Transactions"],
  summary: "List transactions, newest first",
  description:
    "Those of the key's account and mode. `createdAfter` is inclusive, `createdBefore` is not.",
  security: [{ apiKey: [] }],
  middleware: [requireApiKey],
  request: { query: transactionQuery },
  responses: {
    200: jsonAnswer(transactionPage, "A page", { data: [transactionExample], nextCursor: null }),
    ...problems(...COMMON),
  },
});

const cancelTransaction = createRoute({
  method: "post",
  path: "/transactions/{id}/cancel",
  operationId: "cancelTransaction",
  tags: ["Transactions"],
  summary: "Cancel a pending transaction",
  description:
    "Takes no body. Cancelling what is cancelled already changes nothing and answers it.",
  security: [{ apiKey: [] }],
  middleware: [requireApiKey, noBody],
  request: { params: transactionParams, query: noQuery },
  responses: {
    200: jsonAnswer(transactionSchema, "The transaction, failed as `cancelled`", {
      ...transactionExample,
      status: "failed",
      failureReason: "cancelled",
      finishedAt: "2026-11-21T09:33:00.000Z",
    }),
    ...problems(
      ...COMMON,
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

/** Adds the operations on transactions. */
export function addTransactionRoutes(api: Api): void {
  api.openapi(createTransaction, async (c) => {
    const apiKey = callerOf(c);
    const input = c.req.valid("json");
    refuseLocalUrls(apiKey, input);
    const headers = c.req.valid("header");
    const { created, replayed } = await c.var.services.transactions.create({
      apiKey,
      input,
      clientType: headers["X-Client-Type"],
      idempotencyKey: headers["Idempotency-Key"],
    });
    return c.json(createdSchema.parse(created), replayed ? 200 : 201);
  });

  api.openapi(getTransaction, async (c) => {
    const { id } = c.req.valid("param");
    const transaction = await c.var.services.transactions.get(callerOf(c), id);
    return c.json(transactionSchema.parse(toPublicTransaction(transaction)), 200);
  });

  api.openapi(listTransactions, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { limit, cursor, ...filter } = c.req.valid("query");
    const { transactions } = c.var.services;
    const asked = { ...filter, accountId, mode, limit: limit + 1, before: cursor };
    const { page, nextCursor } = toPage(await transactions.list(asked), limit);
    return c.json(transactionPage.parse({ data: page.map(toPublicTransaction), nextCursor }), 200);
  });

  api.openapi(cancelTransaction, async (c) => {
    const { id } = c.req.valid("param");
    const transaction = await c.var.services.transactions.cancel(callerOf(c), id);
    return c.json(transactionSchema.parse(toPublicTransaction(transaction)), 200);
  });
}

function refuseLocalUrls({ mode }: ApiKey, input: TransactionInput): void {
  if (mode === "test") return;
  const local = (["successUrl", "failureUrl"] as const).filter((name) =>
    isLocalReturnUrl(input[name]),
  );
  if (local.length === 0) return;
  const fields = local.map((path) => ({ path, message: "must be https in live mode" }));
  throw new AppError("invalid_request", { fields });
}
