import { and, eq, gte, inArray, lt, notInArray, or, type SQL } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { attemptIdOf } from "#lib/payments/attempts/attempt.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerCodes } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { startsWith } from "#lib/platform/db/like.ts";
import type { Search } from "./search.ts";
import { type TypedAmount, UNCOMMON_DIGITS } from "./typed-amount.ts";

/** One for each meaning of a search but {@link isStartOfOrder}. Each has an index, and few payments unless it is a day. */
export function conditionsOf({ text, amounts, day, email }: Search): (SQL | undefined)[] {
  return [
    eq(transactions.id, text),
    eq(transactions.reference, text),
    inArray(transactions.id, withCreditorReference(text.replace(/\s/g, "").toUpperCase())),
    inArray(transactions.id, withBankId(text)),
    ...amounts.map(isAmount),
    ...(day
      ? [and(gte(transactions.createdAt, day.from), lt(transactions.createdAt, day.before))]
      : []),
    ...(email
      ? [
          inArray(transactions.payerEmailHash, email.hashes),
          inArray(transactions.id, withCode(email.codeMacs)),
        ]
      : []),
  ];
}

/** May fit most payments, or only old ones. */
export const isStartOfOrder = ({ text }: Search) => startsWith(transactions.externalId, text);

const withCreditorReference = (reference: string) =>
  new QueryBuilder()
    .select({ id: expectedTransfers.transactionId })
    .from(expectedTransfers)
    .where(eq(expectedTransfers.reference, reference));

/** By the ids that bank statements show. */
const withBankId = (text: string) =>
  new QueryBuilder()
    .select({ id: paymentAttempts.transactionId })
    .from(paymentAttempts)
    .where(
      or(
        and(
          eq(paymentAttempts.id, attemptIdOf(text)),
          eq(paymentAttempts.endToEndId, text.toUpperCase()),
        ),
        eq(paymentAttempts.bankPaymentId, text),
      ),
    );

const withCode = (macs: string[]) =>
  new QueryBuilder()
    .select({ id: payerCodes.transactionId })
    .from(payerCodes)
    .where(inArray(payerCodes.emailMac, macs));

const ALL_UNCOMMON = [...UNCOMMON_DIGITS.values()].flat();

function isAmount({ amount, digits, currency }: TypedAmount): SQL | undefined {
  const uncommon = UNCOMMON_DIGITS.get(digits);
  const isIn =
    currency !== undefined
      ? eq(transactions.currency, currency)
      : uncommon
        ? inArray(transactions.currency, [...uncommon])
        : notInArray(transactions.currency, ALL_UNCOMMON);
  return and(eq(transactions.amount, amount), isIn);
}
