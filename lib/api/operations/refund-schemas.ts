import { z } from "@hono/zod-openapi";
import { amountField, printableText } from "#lib/api/http/fields.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { pageQuery } from "#lib/api/http/query.ts";
import { pageOf } from "#lib/api/http/responses.ts";
import { REFUND_FAILURES, REFUND_STATUSES } from "#lib/payments/model/refund.ts";
import { PAYEE_ACCOUNTS, type PublicRefund } from "#lib/payments/refunds/refund.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { idempotencyField } from "./creation-schemas.ts";
import { transactionExample } from "./examples.ts";

const ID = idPattern("rfnd");
const TRANSFER_ID = idPattern("trf");
const MAX_REASON_LENGTH = 140;

export const refundExample = {
  id: "rfnd_01kagj9q4hfs3vt8m2y6x0b5wc",
  accountId: transactionExample.accountId,
  mode: "test",
  transactionId: transactionExample.id,
  transferId: null,
  externalId: "return-17",
  amount: 450,
  currency: "EUR",
  displayAmount: "€4.50",
  reason: "One book came back",
  road: "own_account",
  status: "ready",
  failureReason: null,
  payeeAccount: "known",
  endToEndId: "RR01KAGJ9Q4HFS3VT8M2Y6X0B5WC",
  reference: "RF14R8M2Y6X0B5WC",
  createdBy: "key_01kagj2m7rf4ct9x5w1v8y3nzq",
  createdAt: "2026-11-21T10:05:00.000Z",
  finishedAt: null,
  returnedAt: null,
} as const;

export const refundCreationExample = {
  amount: 450,
  reason: "One book came back",
  externalId: "return-17",
} as const;

export const refundParams = z.object({
  id: z.string().regex(ID).openapi({ description: "Id of the refund", example: refundExample.id }),
});

export const refundHeaders = z.object({ "Idempotency-Key": idempotencyField });

export const refundCreationSchema = z
  .strictObject({
    amount: amountField.optional().openapi({
      description: "Minor units of the transaction's currency. Default: all that is left",
    }),
    reason: printableText(MAX_REASON_LENGTH)
      .optional()
      .openapi({ description: "Your words; part of the text that the payer's bank shows" }),
    externalId: printableText(128).optional().openapi({
      description:
        "Your unique reference of the refund, in printable characters. The same one returns the same refund",
    }),
    transferId: z
      .string({ error: must("be the id of a bank transfer") })
      .regex(TRANSFER_ID, { error: must("be the id of a bank transfer") })
      .optional()
      .openapi({
        description:
          "Money of this transaction that paid nothing: of a wrong amount, too late, or after it was paid. Without it, the money that paid is refunded",
      }),
  })
  .openapi("RefundCreation");

export const refundQuery = z.strictObject({
  ...pageQuery(ID),
  status: z
    .enum(REFUND_STATUSES, { error: must(`be one of ${REFUND_STATUSES.join(", ")}`) })
    .optional()
    .openapi({ description: "Only refunds with this status" }),
});

export const refundsOfQuery = z.strictObject(pageQuery(ID));

const time = z.iso.datetime();

export const refundSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    mode: z.enum(MODES),
    transactionId: z.string(),
    transferId: z.string().nullable().openapi({
      description: "The bank transfer that is refunded. `null`: what paid the transaction",
    }),
    externalId: z.string().nullable(),
    amount: z.int(),
    currency: z.string(),
    displayAmount: z.string(),
    reason: z.string().nullable(),
    road: z.literal("own_account").openapi({
      description: "Who sends the money: `own_account` is your own bank, on your order",
    }),
    status: z.enum(REFUND_STATUSES).openapi({
      description:
        "`awaiting_account`: the payer's account is unknown. `ready`: you can send it. `processing`: given to your bank. " +
        "`succeeded`, `failed` and `cancelled` are final",
    }),
    failureReason: z.enum(REFUND_FAILURES).nullable().openapi({
      description:
        "`returned`: the payer's bank sent it back. `refused`: your bank did not execute it",
    }),
    payeeAccount: z.enum(PAYEE_ACCOUNTS).openapi({
      description:
        "Whether the payer's account is known, or the payer has a link to enter it. It is never returned",
    }),
    endToEndId: z.string().openapi({ description: "The end-to-end id of the transfer" }),
    reference: z.string().openapi({
      description:
        "Creditor reference of the transfer (ISO 11649), if a member sends it by code or by hand",
    }),
    createdBy: z.string().openapi({ description: "The API key or the member" }),
    createdAt: time,
    finishedAt: time.nullable(),
    returnedAt: time
      .nullable()
      .openapi({ description: "When the money came back after the refund had succeeded" }),
  })
  .openapi("Refund") satisfies z.ZodType<PublicRefund>;

export const refundPage = pageOf(refundSchema).openapi("RefundPage");
