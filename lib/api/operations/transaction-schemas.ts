import { z } from "@hono/zod-openapi";
import { externalIdField } from "#lib/api/http/fields.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { lineFields } from "#lib/api/http/order-fields.ts";
import { pageQuery, timeParameter } from "#lib/api/http/query.ts";
import { pageOf } from "#lib/api/http/responses.ts";
import { FUNDS } from "#lib/payments/model/funds.ts";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import type {
  CreatedTransaction,
  PublicTransaction,
} from "#lib/payments/transactions/transaction.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { transactionExample } from "./examples.ts";

const ID = idPattern("txn");
const LINK_ID = idPattern("plink");

export const transactionParams = z.object({
  id: z
    .string()
    .regex(ID)
    .openapi({ description: "Id of the transaction", example: transactionExample.id }),
});

export const transactionQuery = z.strictObject({
  ...pageQuery(ID),
  externalId: externalIdField
    .optional()
    .openapi({ description: "Only transactions with this externalId" }),
  status: z
    .enum(TRANSACTION_STATUSES, { error: must(`be one of ${TRANSACTION_STATUSES.join(", ")}`) })
    .optional()
    .openapi({ description: "Only transactions with this status" }),
  createdAfter: timeParameter
    .optional()
    .openapi({ description: "Only transactions created at this time or later" }),
  createdBefore: timeParameter
    .optional()
    .openapi({ description: "Only transactions created before this time" }),
  paymentLinkId: z
    .string()
    .regex(LINK_ID, { error: must("be the id of a payment link") })
    .optional()
    .openapi({ description: "Only transactions of this payment link" }),
});

const time = z.iso.datetime();

export const outcomeFields = {
  succeeded: { status: z.literal("succeeded"), failureReason: z.null(), finishedAt: time },
  failed: {
    status: z.literal("failed"),
    failureReason: z.enum(FAILURE_REASONS),
    finishedAt: time,
  },
};

export const createdFields = {
  status: z.literal("pending"),
  failureReason: z.null(),
  finishedAt: z.null(),
};

export const processingFields = {
  status: z.literal("processing"),
  failureReason: z.null(),
  finishedAt: z.null(),
};

export const fundsFields = {
  received: { ...outcomeFields.succeeded, funds: z.literal("received"), fundsAt: time },
  returned: { ...outcomeFields.succeeded, funds: z.literal("returned"), fundsAt: time },
};

export const createdSchema = z
  .object({
    redirectUrl: z.url().openapi({
      description: "The hosted checkout: for an iframe, or with a JWT for a webview",
    }),
    id: z.string(),
    reference: z.string().optional().openapi({ description: "Not with a JWT" }),
    status: z.enum(TRANSACTION_STATUSES),
    amount: z.int(),
    currency: z.string(),
    displayAmount: z
      .string()
      .openapi({ description: "The formatted amount, to check that the unit is right" }),
    externalId: z.string().nullable(),
    expiresAt: time,
  })
  .openapi("CreatedTransaction") satisfies z.ZodType<CreatedTransaction>;

export const transactionSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    mode: z.enum(MODES),
    reference: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    failureReason: z.enum(FAILURE_REASONS).nullable(),
    amount: z.int(),
    currency: z.string(),
    displayAmount: z.string(),
    externalId: z.string().nullable(),
    successUrl: z.string().nullable(),
    failureUrl: z.string().nullable(),
    processingUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    description: z.string().nullable(),
    lines: z.array(lineFields).nullable(),
    locale: z.string().nullable().openapi({ description: "The offered language" }),
    payee: z.object({ iban: z.string(), name: z.string() }).openapi({ description: "The payee" }),
    // Not a record: it would drop keys such as `__proto__`.
    metadata: z
      .custom<Record<string, unknown> | null>(isObjectOrNull)
      .openapi({ type: ["object", "null"], additionalProperties: true }),
    source: z.string().nullable(),
    createdAt: time,
    expiresAt: time,
    finishedAt: time.nullable(),
    funds: z.enum(FUNDS).openapi({
      description:
        "Where the money is. `unknown` until the transaction succeeds; `expected`: the success rests on the bank's word; " +
        "`received`: seen on your account; `returned`: it went back. It never changes `status`.",
    }),
    fundsAt: time
      .nullable()
      .openapi({ description: "When `funds` last changed; null while `unknown`" }),
    refundedAmount: z.int().openapi({
      description:
        "Sum of its refunds that did not fail and were not cancelled, also while they are not sent. Without those of a `transferId`",
    }),
    refundCount: z.int().openapi({ description: "The number of these refunds" }),
    paymentLinkId: z
      .string()
      .nullable()
      .openapi({ description: "The payment link that it was paid by, if any" }),
  })
  .openapi("Transaction") satisfies z.ZodType<PublicTransaction>;

/** Events stored before these fields existed lack them. */
export const eventTransactionSchema = transactionSchema
  .partial({
    payee: true,
    processingUrl: true,
    cancelUrl: true,
    description: true,
    lines: true,
    locale: true,
    funds: true,
    fundsAt: true,
    refundedAmount: true,
    refundCount: true,
    paymentLinkId: true,
  })
  .openapi("EventTransaction");

function isObjectOrNull(value: unknown): boolean {
  return typeof value === "object" && !Array.isArray(value);
}

export const transactionPage = pageOf(transactionSchema).openapi("TransactionPage");
