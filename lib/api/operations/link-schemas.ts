import { z } from "@hono/zod-openapi";
import { amountField, currencyField, printableText } from "#lib/api/http/fields.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { pageQuery, TIME_PATTERN, timeParameter } from "#lib/api/http/query.ts";
import { pageOf } from "#lib/api/http/responses.ts";
import { MAX_DESCRIPTION, MAX_EXTERNAL_ID, MAX_PAYMENTS } from "#lib/payments/links/input.ts";
import type { PublicLink } from "#lib/payments/links/link.ts";
import { LINK_STATUSES, LINK_USAGES } from "#lib/payments/model/link.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { idempotencyField } from "./creation-schemas.ts";
import { transactionExample } from "./examples.ts";

const ID = idPattern("plink");

export const linkExample = {
  id: "plink_01kagj8t6dfq2v9x4m7n0b3wyc",
  accountId: transactionExample.accountId,
  mode: "test",
  url: "https://pay.example/l/4q8xk2m7w0tz",
  usage: "once",
  status: "active",
  amount: 1250,
  minAmount: null,
  maxAmount: null,
  currency: "EUR",
  displayAmount: "€12.50",
  description: "Invoice 2026-117",
  externalId: "invoice-2026-117",
  maxPayments: null,
  paidCount: 0,
  createdBy: "key_01kagj2m7rf4ct9x5w1v8y3nzq",
  createdAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-12-21T09:00:00.000Z",
  stoppedAt: null,
} as const;

export const linkCreationExample = {
  usage: "once",
  amount: 1250,
  currency: "EUR",
  description: "Invoice 2026-117",
  externalId: "invoice-2026-117",
  expiresAt: "2026-12-21T09:00:00Z",
} as const;

export const linkParams = z.object({
  id: z.string().regex(ID).openapi({ description: "Id of the link", example: linkExample.id }),
});

export const linkHeaders = z.object({ "Idempotency-Key": idempotencyField });

const wholeNumber = must(`be an integer from 1 to ${MAX_PAYMENTS}`);

export const linkCreationSchema = z
  .strictObject({
    usage: z.enum(LINK_USAGES, { error: must(`be one of ${LINK_USAGES.join(", ")}`) }).openapi({
      description:
        "`once`: for one payment, such as an invoice. `reusable`: each visitor pays, such as by a code at the till",
    }),
    amount: amountField.optional().openapi({
      description: "Minor units of `currency`. Without it, send `minAmount` and `maxAmount`",
    }),
    minAmount: amountField.optional().openapi({
      description: "The least that the payer may enter, in minor units; with `maxAmount`",
    }),
    maxAmount: amountField.optional().openapi({
      description: "The most that the payer may enter, in minor units; with `minAmount`",
    }),
    currency: currencyField,
    description: printableText(MAX_DESCRIPTION).optional().openapi({
      description: "What is paid, in printable characters. The payer sees it",
    }),
    externalId: printableText(MAX_EXTERNAL_ID)
      .optional()
      .openapi({
        description:
          "Your reference. It becomes the `externalId` of the payment of a link for one; payments of a reusable link add a number of " +
          "their own. Default: a number of ours",
      }),
    maxPayments: z
      .int({ error: wholeNumber })
      .min(1, { error: wholeNumber })
      .max(MAX_PAYMENTS, { error: wholeNumber })
      .optional()
      .openapi({
        description:
          "How many payments a reusable link takes. Payments that are open count as long as they may succeed. Default: any number",
      }),
    expiresAt: timeParameter
      .transform((time) => time.toISOString())
      .optional()
      .openapi({
        type: "string",
        format: "date-time",
        pattern: TIME_PATTERN,
        description:
          "Until when payments may begin: 1 minute to 5 years ahead. Default: until you stop the link",
      }),
  })
  .openapi("PaymentLinkCreation");

export const linkQuery = z.strictObject({
  ...pageQuery(ID),
  status: z
    .enum(LINK_STATUSES, { error: must(`be one of ${LINK_STATUSES.join(", ")}`) })
    .optional()
    .openapi({ description: "Only links with this status" }),
});

const time = z.iso.datetime();

export const linkSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    mode: z.enum(MODES),
    url: z.url().openapi({
      description: "The page to pay at. Short and in lower case; capitals work too",
    }),
    usage: z.enum(LINK_USAGES),
    status: z.enum(LINK_STATUSES).openapi({
      description:
        "`active`: payments may begin. `paid`: it takes no more. `expired` and `stopped`: no payment begins, and open ones may " +
        "still succeed",
    }),
    amount: z.int().nullable().openapi({ description: "`null`: the payer enters it" }),
    minAmount: z.int().nullable(),
    maxAmount: z.int().nullable(),
    currency: z.string(),
    displayAmount: z.string().nullable(),
    description: z.string().nullable(),
    externalId: z.string().nullable(),
    maxPayments: z.int().nullable(),
    paidCount: z.int().openapi({ description: "Payments that succeeded" }),
    createdBy: z.string().openapi({ description: "The API key or the member" }),
    createdAt: time,
    expiresAt: time.nullable(),
    stoppedAt: time.nullable(),
  })
  .openapi("PaymentLink") satisfies z.ZodType<PublicLink>;

export const linkPage = pageOf(linkSchema).openapi("PaymentLinkPage");
