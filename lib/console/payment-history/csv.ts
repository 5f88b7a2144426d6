import { fundsOf } from "#lib/payments/model/funds.ts";
import { csvRows, csvHead as headOf } from "#lib/platform/values/csv.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import type { ExportedPayment } from "./payment.ts";

/** Programs read these columns: keep the names, append new ones. */
const COLUMNS = {
  id: ({ id }) => id,
  mode: ({ mode }) => mode,
  status: ({ status }) => status,
  failure_reason: ({ failureReason }) => failureReason,
  amount: ({ amount, currency }) => toDecimalString(amount, currency),
  currency: ({ currency }) => currency,
  amount_minor_units: ({ amount }) => String(amount),
  external_id: ({ externalId }) => externalId,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  finished_at: ({ finishedAt }) => finishedAt?.toISOString(),
  expires_at: ({ expiresAt }) => expiresAt.toISOString(),
  bank: ({ bankId }, nameOf) => bankId && nameOf(bankId),
  end_to_end_id: ({ endToEndId }) => endToEndId,
  bank_payment_id: ({ bankPaymentId }) => bankPaymentId,
  payee_name: ({ payeeName }) => payeeName,
  payee_iban: ({ payeeIban }) => maskIban(payeeIban),
  reference: ({ reference }) => reference,
  flow: ({ flow }) => flow,
  source: ({ source }) => source,
  metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  funds: (payment) => fundsOf(payment).funds,
  funds_at: (payment) => fundsOf(payment).fundsAt?.toISOString(),
  description: ({ description }) => description,
  creditor_reference: ({ creditorReference }) => creditorReference,
  credit_reference: ({ creditReference }) => creditReference,
  booked_on: ({ bookedOn }) => bookedOn,
  payment_link_id: ({ paymentLinkId }) => paymentLinkId,
} as const satisfies Record<
  string,
  (payment: ExportedPayment, nameOf: (bankId: string) => string) => string | null | undefined
>;

export const CSV_COLUMNS = Object.keys(COLUMNS);

const cells = Object.values(COLUMNS);

export const csvHead = () => headOf(CSV_COLUMNS);

/** Amounts in major units, times as ISO 8601 in UTC. */
export function toCsv(payments: ExportedPayment[], nameOf: (bankId: string) => string): string {
  return csvRows(payments.map((payment) => cells.map((cell) => cell(payment, nameOf))));
}
