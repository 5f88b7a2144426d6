import { z } from "@hono/zod-openapi";
import { must } from "#lib/api/http/invalid-input.ts";
import { DAY_PATTERN, isDay } from "#lib/console/books/entry.ts";
import type { PublicReport } from "#lib/console/books/json.ts";
import { FUNDS } from "#lib/payments/model/funds.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { isTimeZone } from "#lib/platform/values/local-day.ts";
import { transactionExample } from "./examples.ts";

const FORMATS = ["json", "csv"] as const;

export const reportParams = z.object({
  date: z.string().openapi({
    format: "date",
    pattern: DAY_PATTERN,
    description: "A day in `timeZone`",
    example: "2026-11-21",
  }),
});

/**
 * Not by the schema, whose refusals of a path are 404.
 * @throws AppError `invalid_query`
 */
export function checkDay(date: string): string {
  if (isDay(date)) return date;
  const fields = [{ path: "date", message: "must be a day, such as 2026-11-21" }];
  throw new AppError("invalid_query", { fields });
}

export const reportQuery = z.strictObject({
  timeZone: z
    .string()
    .max(64, "must be an IANA time zone, such as Europe/Berlin")
    .refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin")
    .default("UTC")
    .openapi({
      description:
        "Where the day begins and ends: an IANA time zone. An account has none of its own, so without it days are in UTC",
      example: "Europe/Berlin",
    }),
  format: z
    .enum(FORMATS, { error: must("be json or csv") })
    .optional()
    .openapi({ description: "Default: what `Accept` asks for, else JSON" }),
});

const time = z.iso.datetime();
const sum = z.object({ count: z.int(), amount: z.int() });
const seen = z.enum(FUNDS).exclude(["unknown"]);

const entry = z
  .object({
    type: z.enum(["payment", "refund"]),
    transactionId: z.string(),
    refundId: z.string().nullable().openapi({ description: "Of a refund" }),
    externalId: z.string().nullable(),
    description: z.string().nullable(),
    at: time.openapi({ description: "When the transaction or refund succeeded" }),
    amount: z.int().openapi({ description: "In minor units, positive for every type" }),
    currency: z.string(),
    payeeIban: z.string(),
    payeeName: z.string(),
    funds: seen.openapi({
      description:
        "As known now; money may be seen after the day. Of a refund: `received` by the payer, or `returned`",
    }),
    fundsAt: time.nullable(),
    endToEndId: z.string().nullable().openapi({
      description: "Of the bank payment that paid, or of the refund, as on both bank statements",
    }),
    bankPaymentId: z.string().nullable().openapi({ description: "The payer's bank's own id" }),
    creditorReference: z
      .string()
      .nullable()
      .openapi({ description: "Given to the payer for a bank transfer (ISO 11649)" }),
    creditReference: z
      .string()
      .nullable()
      .openapi({ description: "As your bank wrote it with the money that paid" }),
    bookedOn: z.iso.date().nullable().openapi({ description: "When your bank booked that money" }),
    paymentLinkId: z.string().nullable().openapi({ description: "The payment link, if any" }),
  })
  .openapi("ReportEntry");

const total = z
  .object({
    payeeIban: z.string(),
    currency: z.string(),
    paid: sum,
    refunded: sum,
    fees: z.literal(0).openapi({ description: "Bankside takes none" }),
    received: sum.openapi({ description: "Of `paid`: seen on your account" }),
    expected: sum.openapi({ description: "Of `paid`: rests on the bank's word" }),
    returned: sum.openapi({ description: "Of `paid`: went back" }),
    missing: z.int().openapi({ description: "`expected` and `returned`" }),
  })
  .openapi("ReportTotal");

export const reportSchema = z
  .object({
    date: z.iso.date(),
    timeZone: z.string(),
    from: time,
    to: time.openapi({ description: "Exclusive" }),
    isComplete: z.boolean().openapi({ description: "Whether the day is over" }),
    entries: z.array(entry).openapi({ description: "By time" }),
    totals: z.array(total).openapi({ description: "Of `entries`, per IBAN and currency" }),
  })
  .openapi("Report") satisfies z.ZodType<PublicReport>;

const none = { count: 0, amount: 0 };
const one = { count: 1, amount: transactionExample.amount };
const { iban: payeeIban, name: payeeName } = transactionExample.payee;

export const reportExample: PublicReport = {
  date: "2026-11-21",
  timeZone: "Europe/Berlin",
  from: "2026-11-20T23:00:00.000Z",
  to: "2026-11-21T23:00:00.000Z",
  isComplete: true,
  entries: [
    {
      type: "payment",
      transactionId: transactionExample.id,
      refundId: null,
      externalId: transactionExample.externalId,
      description: transactionExample.description,
      at: "2026-11-21T09:31:12.000Z",
      amount: transactionExample.amount,
      currency: transactionExample.currency,
      payeeIban,
      payeeName,
      funds: "received",
      fundsAt: "2026-11-21T09:31:20.000Z",
      endToEndId: "BS01KAGJ4B3ZE9TVW6M2X8Q5R7YC",
      bankPaymentId: "b7c1f3d2",
      creditorReference: null,
      creditReference: null,
      bookedOn: null,
      paymentLinkId: null,
    },
  ],
  totals: [
    {
      payeeIban,
      currency: transactionExample.currency,
      paid: one,
      refunded: none,
      fees: 0,
      received: one,
      expected: none,
      returned: none,
      missing: 0,
    },
  ],
};
