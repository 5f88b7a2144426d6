import {
  FAILURE_REASONS,
  type FailureReason,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from "#lib/payments/model/status.ts";
import type { FieldError } from "#lib/platform/failures/errors.ts";
import { isTimeZone, nextDay, startOfDay } from "#lib/platform/values/local-day.ts";
import { fromDecimalString, isCurrency } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { readDay } from "./search/typed-day.ts";

/** User input; missing or `""` filters nothing. */
export type PaymentQuery = {
  q?: string | undefined;
  status?: readonly string[] | undefined;
  reason?: string | undefined;
  /** Days such as `2026-01-15`, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** The reader's time zone, an IANA name; else days are in UTC. */
  zone?: string | undefined;
  /** Major units of `currency` (default EUR), inclusive. */
  min?: string | undefined;
  max?: string | undefined;
  currency?: string | undefined;
  externalId?: string | undefined;
  bank?: string | undefined;
};

/** In minor units of `currency`, which is then set. */
export type PaymentFilter = {
  search?: { text: string; zone: string } | undefined;
  statuses?: TransactionStatus[] | undefined;
  failureReason?: FailureReason | undefined;
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  currency?: string | undefined;
  externalId?: string | undefined;
  bankId?: string | undefined;
};

export type FilterProblem = "text" | "choice" | "date" | "date_order" | "amount" | "amount_order";

const MAX_LENGTH = 128;
const DEFAULT_CURRENCY = "EUR";

const isStatus = (text: string): text is TransactionStatus =>
  (TRANSACTION_STATUSES as readonly string[]).includes(text);
const isReason = (text: string): text is FailureReason =>
  (FAILURE_REASONS as readonly string[]).includes(text);

/** `problems`: fields that can't be read, which the filter omits. */
export function parsePaymentQuery(query: PaymentQuery): {
  filter: PaymentFilter;
  problems: (FieldError & { message: FilterProblem })[];
} {
  const problems: (FieldError & { message: FilterProblem })[] = [];
  const refuse = (path: keyof PaymentQuery, message: FilterProblem) => {
    problems.push({ path, message });
    return undefined;
  };

  const read = <T>(
    path: Exclude<keyof PaymentQuery, "status">,
    parse: (text: string) => T | undefined,
    problem: FilterProblem,
  ): T | undefined => {
    const text = query[path]?.trim() ?? "";
    return text === "" ? undefined : (parse(text) ?? refuse(path, problem));
  };

  const statuses = [...new Set(query.status)].filter((status) => status !== "");
  if (!statuses.every(isStatus)) refuse("status", "choice");

  const zone = isTimeZone(query.zone ?? "") ? (query.zone ?? "") : "UTC";
  const days = { from: read("from", readDay, "date"), to: read("to", readDay, "date") };
  if (days.from && days.to && days.from > days.to) refuse("to", "date_order");

  const currency = read("currency", parseCurrency, "choice");
  const inCurrency = (text: string) => parseAmount(text, currency ?? DEFAULT_CURRENCY);
  const minAmount = read("min", inCurrency, "amount");
  const maxAmount = read("max", inCurrency, "amount");
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount) {
    refuse("max", "amount_order");
  }
  const hasAmount = minAmount !== undefined || maxAmount !== undefined;

  const text = read("q", parseText, "text");
  const filter = {
    search: text === undefined ? undefined : { text, zone },
    statuses: statuses.length > 0 ? statuses.filter(isStatus) : undefined,
    failureReason: read("reason", (text) => (isReason(text) ? text : undefined), "choice"),
    createdFrom: days.from === undefined ? undefined : startOfDay(days.from, zone),
    createdBefore: days.to === undefined ? undefined : startOfDay(nextDay(days.to), zone),
    minAmount,
    maxAmount,
    currency: currency ?? (hasAmount ? DEFAULT_CURRENCY : undefined),
    externalId: read("externalId", parseText, "text"),
    bankId: read("bank", parseText, "text"),
  };
  return { filter, problems };
}

export function isFiltered(filter: PaymentFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

const parseText = (text: string) => (isPrintable(text, MAX_LENGTH) ? text : undefined);

function parseCurrency(text: string): string | undefined {
  const currency = text.toUpperCase();
  return isCurrency(currency) ? currency : undefined;
}

// A comma is a decimal point where it can't separate thousands.
function parseAmount(text: string, currency: string): number | undefined {
  return fromDecimalString(/^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : text, currency);
}
