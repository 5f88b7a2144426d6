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
import { BEHAVIOURS, OUTCOMES } from "#lib/banks/sandbox/behaviours.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { merchant } from "#lib/platform/i18n/messages/en.ts";
import { transactionExample } from "./examples.ts";
import { transactionParams, transactionSchema } from "./transaction-schemas.ts";

function describeOutcomes(): string {
  const lines = BEHAVIOURS.filter((behaviour) => behaviour !== "normal").map(
    (behaviour) => `- \`${behaviour}\`: ${merchant.bank.behaviours[behaviour].does}`,
  );
  return [
    "What the payer does, and how the bank behaves then:",
    "- `approve`: The payer approves. The amount decides how the bank behaves; normally it executes at once.",
    "- `cancel`: The payer cancels at the bank.",
    "- `accept`: The payer approves. The bank reports its final status only after `settle`.",
    "- `settle`: The bank executes what it accepted.",
    ...lines,
  ].join("\n");
}

const outcomeSchema = z
  .strictObject({
    outcome: z
      .enum(OUTCOMES, { error: must(`be one of ${OUTCOMES.join(", ")}`) })
      .openapi({ description: describeOutcomes() }),
    bankId: z
      .string({ error: must("be the id of a sandbox bank") })
      .regex(/^[a-z0-9-]{1,64}$/, "must be the id of a sandbox bank")
      .optional()
      .openapi({ description: "The sandbox bank to pay at", example: "sandbox" }),
  })
  .openapi("TestOutcome");

const driveOutcome = createRoute({
  method: "post",
  path: "/test/transactions/{id}/outcome",
  operationId: "driveTestOutcome",
  tags: ["Testing"],
  summary: "Simulate the payer of a test transaction",
  description: "Acts at the sandbox bank as a payer would, without a browser.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("driveTestOutcome"), jsonBody],
  request: {
    params: transactionParams,
    query: noQuery,
    body: jsonRequest(outcomeSchema, { outcome: "approve" }),
  },
  responses: {
    200: jsonResponse(transactionSchema, "The updated transaction", {
      ...transactionExample,
      status: "succeeded",
      finishedAt: "2026-11-21T09:31:12.000Z",
    }),
    ...problems(
      "bank_unavailable",
      ...BODY_PROBLEMS,
      "test_mode_only",
      "not_found",
      "transaction_in_progress",
      "transaction_final",
      "outcome_not_possible",
      "attempts_exhausted",
      "payment_in_question",
      "authorisation_open",
    ),
  },
});

export function addTestOutcomeRoutes(api: Api): void {
  api.openapi(driveOutcome, async (c) => {
    const apiKey = callerOf(c);
    if (apiKey.mode !== "test") throw new AppError("test_mode_only");
    const { transactions, testDriver } = c.get("services");
    const { id } = c.req.valid("param");
    const { outcome, bankId } = c.req.valid("json");
    await testDriver.drive(await transactions.get(apiKey, id), outcome, bankId);
    const transaction = await transactions.get(apiKey, id);
    return respondJson(c, transactionSchema.parse(toPublicTransaction(transaction)), 200);
  });
}
