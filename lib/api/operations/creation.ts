import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Api, type ApiEnv, callerOf } from "#lib/api/http/context.ts";
import { requireKeyOrJwt } from "#lib/api/http/credentials.ts";
import { parseBody } from "#lib/api/http/invalid-input.ts";
import { jsonBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { countCreation } from "#lib/api/http/rate-limits.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse } from "#lib/api/http/responses.ts";
import { isLocalReturnUrl } from "#lib/merchants/accounts/return-url.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { VerifiedToken } from "#lib/merchants/tokens/service.ts";
import type { CreateRequest, TransactionInput } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  creationBody,
  creationFields,
  creationHeaders,
  creationSchema,
  directCreationFields,
  directCreationSchema,
  tokenCreationSchema,
} from "./creation-schemas.ts";
import { createdExample, creationExample } from "./examples.ts";
import { createdSchema } from "./transaction-schemas.ts";

const createTransaction = createRoute({
  method: "post",
  path: "/transactions",
  operationId: "createTransaction",
  tags: ["Transactions"],
  summary: "Create a transaction",
  description:
    "Creates a pending transaction and returns the address of its checkout. With an API key this is a page for your site " +
    "(`TransactionCreation`), with a JWT one for a webview in your app (`DirectTransactionCreation`). A JWT from a `web` key and " +
    "an `iban` creates both kinds: without `source` one for your site, paid to that IBAN, with the rights of the key. " +
    "Keep such a JWT on your server. While a transaction is pending, the same externalId with the same fields returns the same " +
    "transaction (with a JWT under a new link); with other fields it supersedes that transaction. JWTs with different e-mail " +
    "addresses do not affect each other, and none replaces a transaction created with an API key, which supersedes theirs. " +
    "A JWT creates at most 20 transactions. A currency that no bank of your account's mode accepts, and no bank transfer, is refused " +
    "with the list of those that are; the sandbox banks accept all. Live mode refuses an account that neither a bank nor a bank " +
    "transfer can pay, with `no_way_to_pay`. Pages of any origin may send a JWT, but no API key.",
  security: [{ apiKey: [] }, { jwt: [] }, { bearer: [] }],
  middleware: [requireKeyOrJwt, countCreation, jsonBody],
  request: {
    headers: creationHeaders,
    query: noQuery,
    body: jsonRequest(creationBody, creationExample),
  },
  responses: {
    201: jsonResponse(createdSchema, "The transaction was created", createdExample),
    200: jsonResponse(
      createdSchema,
      "The transaction of an earlier, identical request",
      createdExample,
    ),
    ...problems(
      "invalid_query",
      "ambiguous_credentials",
      "unauthorized",
      "insufficient_scope",
      "account_closed",
      "unavailable",
      "internal_error",
      "invalid_json",
      "empty_body",
      "invalid_idempotency_key",
      // The first of each status is its example.
      "no_way_to_pay",
      "transaction_in_progress",
      "already_paid",
      "external_id_in_use",
      "idempotency_in_progress",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
      "idempotency_key_reused",
      "payee_not_confirmed",
      "no_payee",
      "too_many_transactions",
      "too_many_requests",
    ),
  },
});

export function addCreationRoute(api: Api): void {
  api.openAPIRegistry.register("TransactionCreation", creationFields);
  api.openAPIRegistry.register("DirectTransactionCreation", directCreationFields);

  api.openapi(createTransaction, async (c) => {
    const headers = c.req.valid("header");
    const { created, replayed } = await c.get("services").transactions.create({
      apiKey: callerOf(c),
      token: c.get("token"),
      ...readInput(c, c.req.valid("json")),
      clientType: headers["X-Client-Type"],
      idempotencyKey: headers["Idempotency-Key"],
    });
    return respondJson(c, createdSchema.parse(created), replayed ? 200 : 201);
  });
}

function readInput(c: Context<ApiEnv>, body: unknown): Pick<CreateRequest, "flow" | "input"> {
  const token = c.get("token");
  if (token && !isForWeb(token, body)) {
    return { flow: "direct", input: parseBody(directCreationSchema, body) };
  }
  const input = parseBody(token ? tokenCreationSchema : creationSchema, body);
  refuseLocalUrls(callerOf(c), input);
  return { flow: "web", input };
}

/** A JWT with a payee is a shop server's. An app always sends `source`. */
function isForWeb({ apiKey, details }: VerifiedToken, body: unknown): boolean {
  const hasSource = typeof body === "object" && body !== null && "source" in body;
  return apiKey.method === "web" && details.iban !== undefined && !hasSource;
}

function refuseLocalUrls({ mode }: ApiKey, input: TransactionInput): void {
  if (mode === "test") return;
  const local = (["successUrl", "failureUrl", "processingUrl", "cancelUrl"] as const).filter(
    (name) => isLocalReturnUrl(input[name]),
  );
  if (local.length === 0) return;
  const fields = local.map((path) => ({ path, message: "must be https in live mode" }));
  throw new AppError("invalid_request", { fields });
}
