import { csvHead, csvRows } from "#lib/platform/values/csv.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import type { BookEntry } from "./entry.ts";

/** Programs read these columns: keep the names, append new ones. */
const COLUMNS = {
  type: ({ type }) => type,
  at: ({ at }) => at.toISOString(),
  transaction_id: ({ transactionId }) => transactionId,
  external_id: ({ externalId }) => externalId,
  description: ({ description }) => description,
  amount: ({ amount, currency }) => toDecimalString(amount, currency),
  currency: ({ currency }) => currency,
  amount_minor_units: ({ amount }) => String(amount),
  payee_iban: ({ payeeIban }) => payeeIban,
  payee_name: ({ payeeName }) => payeeName,
  funds: ({ funds }) => funds,
  funds_at: ({ fundsAt }) => fundsAt?.toISOString(),
  end_to_end_id: ({ endToEndId }) => endToEndId,
  bank_payment_id: ({ bankPaymentId }) => bankPaymentId,
  creditor_reference: ({ creditorReference }) => creditorReference,
  credit_reference: ({ creditReference }) => creditReference,
  booked_on: ({ bookedOn }) => bookedOn,
  refund_id: ({ refundId }) => refundId,
  payment_link_id: ({ paymentLinkId }) => paymentLinkId,
} as const satisfies Record<string, (entry: BookEntry) => string | null | undefined>;

export const BOOK_COLUMNS = Object.keys(COLUMNS);

const cells = Object.values(COLUMNS);

/** One line per entry; amounts in major units, times as ISO 8601 in UTC. */
export async function* toCsv(parts: AsyncIterable<BookEntry[]>): AsyncGenerator<string, void> {
  let head = csvHead(BOOK_COLUMNS);
  for await (const entries of parts) {
    yield head + csvRows(entries.map((entry) => cells.map((cell) => cell(entry))));
    head = "";
  }
  if (head !== "") yield head;
}
