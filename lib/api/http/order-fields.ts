import { z } from "@hono/zod-openapi";
import { offeredLocale } from "#lib/platform/i18n/locale.ts";
import { MAX_AMOUNT } from "#lib/platform/values/money.ts";
import { printableText } from "./fields.ts";
import { must } from "./invalid-input.ts";
import { TIME_PATTERN, timeParameter } from "./query.ts";

const MAX_DESCRIPTION = 140;
const MAX_LINES = 100;
const MAX_LINE_NAME = 120;
const MAX_QUANTITY = 1_000_000;
const MAX_LINES_BYTES = 16 * 1024;

export const descriptionField = printableText(MAX_DESCRIPTION).openapi({
  description:
    "What is paid, in printable characters. The payer sees it, and as much of it as fits goes after `externalId` into the text " +
    "on the payer's bank statement",
});

const wholeQuantity = must(`be an integer from 1 to ${MAX_QUANTITY}`);
const wholeUnitAmount = must(
  `be an integer in the minor unit, from -${MAX_AMOUNT} to ${MAX_AMOUNT}`,
);

export const lineFields = z
  .strictObject({
    name: printableText(MAX_LINE_NAME),
    quantity: z
      .int({ error: wholeQuantity })
      .min(1, { error: wholeQuantity })
      .max(MAX_QUANTITY, { error: wholeQuantity }),
    unitAmount: z
      .int({ error: wholeUnitAmount })
      .min(-MAX_AMOUNT, { error: wholeUnitAmount })
      .max(MAX_AMOUNT, { error: wholeUnitAmount })
      .openapi({ description: "Minor units of `currency`; negative for a discount or a voucher" }),
  })
  .openapi("OrderLine");

const severalLines = must(`be a list of 1 to ${MAX_LINES} lines`);

export const linesField = z
  .array(lineFields, { error: severalLines })
  .min(1, { error: severalLines })
  .max(MAX_LINES, { error: severalLines })
  .refine((lines) => Buffer.byteLength(JSON.stringify(lines)) <= MAX_LINES_BYTES, {
    error: `must have at most ${MAX_LINES_BYTES} bytes as JSON`,
  })
  .openapi({
    description:
      "What the order consists of; the payer can unfold it. The sum of `quantity` × `unitAmount` must equal `amount`. At most " +
      `${MAX_LINES_BYTES} bytes as JSON`,
  });

type Summed = { amount: number; lines?: z.output<typeof linesField> | undefined };

export function refuseOtherSum({ amount, lines }: Summed, context: z.RefinementCtx): void {
  if (lines === undefined) return;
  // A line alone can exceed what a 64-bit float holds.
  const totals = lines.map(({ quantity, unitAmount }) => BigInt(quantity) * BigInt(unitAmount));
  const largest = totals.findIndex((total) => total > MAX_AMOUNT || total < -MAX_AMOUNT);
  if (largest >= 0) {
    const message = `must come to at most ${MAX_AMOUNT}`;
    context.addIssue({ code: "custom", path: ["lines", largest], message });
    return;
  }
  const sum = totals.reduce((all, total) => all + total, 0n);
  if (sum === BigInt(amount)) return;
  const message = `must add up to amount; they add up to ${sum}`;
  context.addIssue({ code: "custom", path: ["lines"], message });
}

// RFC 5646 allows more, none of which names another language.
const TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$/;

/** `undefined` for a language that the pages don't have: a shop passes on what its visitor's browser asked for. */
export const localeField = z
  .string({ error: must("be a language tag (BCP 47), such as de or pt-BR") })
  .regex(TAG, "must be a language tag (BCP 47), such as de or pt-BR")
  .transform((tag) => offeredLocale(tag))
  .openapi({
    type: "string",
    pattern: TAG.source,
    description:
      "Language of the pages, unless the payer chooses another: a language tag (BCP 47), of which the nearest offered language " +
      "is taken. Default, also for a language that is not offered: that of the payer's browser",
  });

export const expiresAtField = timeParameter
  .transform((time) => time.toISOString())
  .openapi({
    type: "string",
    format: "date-time",
    pattern: TIME_PATTERN,
    description:
      "Until when it can be paid: 1 minute to 31 days ahead. Default: 30 minutes, unless the service sets another time. A repeated " +
      "request must send the same time",
  });
