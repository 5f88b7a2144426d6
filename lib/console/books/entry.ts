import type { Funds } from "#lib/payments/model/funds.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

const DAY = /^(19[7-9][0-9]|2[0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;

export const DAY_PATTERN = DAY.source;

/** ISO 8601, and in the calendar. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

export type BookOwner = { accountId: string; mode: Mode };

/** `date` in `timeZone`; `to` is exclusive. */
export type BookDay = { date: string; timeZone: string; from: Date; to: Date };

/** A movement of a day. `amount` in minor units, positive for each type. Ids are the bank's own; `null` if there is none. */
export type BookEntry = {
  type: "payment" | "refund";
  transactionId: string;
  /** Of a refund. */
  refundId: string | null;
  externalId: string | null;
  description: string | null;
  /** When the payment or refund succeeded. */
  at: Date;
  amount: number;
  currency: string;
  payeeIban: string;
  payeeName: string;
  /** As known now: money may be seen after the day. Of a refund: `received` by the payer, or `returned`. */
  funds: Exclude<Funds, "unknown">;
  fundsAt: Date | null;
  endToEndId: string | null;
  bankPaymentId: string | null;
  /** That the payer was asked to name, for a bank transfer. */
  creditorReference: string | null;
  /** As the bank wrote it with the money. */
  creditReference: string | null;
  /** ISO 8601. */
  bookedOn: string | null;
  paymentLinkId: string | null;
};

export type Sum = { count: number; amount: number };

/** Of one payee account and currency. `paid` = `received` + `expected` + `returned`. */
export type BookTotal = {
  payeeIban: string;
  currency: string;
  paid: Sum;
  refunded: Sum;
  /** Bankside takes none. */
  fees: 0;
  received: Sum;
  expected: Sum;
  returned: Sum;
  /** Paid, and not on the account: expected and returned money. */
  missing: number;
};

/** What is added up, as a group or as one entry. */
type Part = Pick<BookEntry, "type" | "payeeIban" | "currency" | "funds"> & Sum;

export function totalsOf(parts: Iterable<Part>): BookTotal[] {
  const totals = new Map<string, BookTotal>();
  for (const part of parts) addTo(totals, part);
  return sorted(totals);
}

export function addTo(totals: Map<string, BookTotal>, part: Part): void {
  const { type, payeeIban, currency, funds } = part;
  const key = `${payeeIban} ${currency}`;
  const total = totals.get(key) ?? emptyTotal(payeeIban, currency);
  totals.set(key, total);
  add(type === "refund" ? total.refunded : total.paid, part);
  if (type === "refund") return;
  add(total[funds], part);
  total.missing = total.expected.amount + total.returned.amount;
}

export const sorted = (totals: Map<string, BookTotal>): BookTotal[] =>
  [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);

function add(sum: Sum, { count, amount }: Sum): void {
  sum.count += count;
  sum.amount += amount;
}

function emptyTotal(payeeIban: string, currency: string): BookTotal {
  const none = () => ({ count: 0, amount: 0 });
  return {
    payeeIban,
    currency,
    paid: none(),
    refunded: none(),
    fees: 0,
    received: none(),
    expected: none(),
    returned: none(),
    missing: 0,
  };
}
