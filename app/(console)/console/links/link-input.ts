import { MAX_DESCRIPTION, MAX_EXTERNAL_ID, MAX_PAYMENTS } from "#lib/payments/links/input.ts";
import type { LinkInput } from "#lib/payments/links/link.ts";
import type { LinkUsage } from "#lib/payments/model/link.ts";
import { AppError, type FieldError } from "#lib/platform/failures/errors.ts";
import { isTimeZone, nextDay, startOfDay } from "#lib/platform/values/local-day.ts";
import { fromDecimalString, isCurrency, MAX_AMOUNT } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

/** A customer at the till pays at once, or not. */
const TILL_MINUTES = 60;

type Typed = {
  zone: string;
  usage: LinkUsage;
  amountBy: "merchant" | "payer";
} & Record<
  | "amount"
  | "minAmount"
  | "maxAmount"
  | "currency"
  | "description"
  | "expiresAt"
  | "maxPayments"
  | "externalId",
  string
>;

/**
 * Ignores what its choices make pointless.
 * @throws AppError `invalid_request` with all its fields
 */
export function readLinkForm(typed: Typed, now: Date): LinkInput {
  const { usage, amountBy } = typed;
  const problems: FieldError[] = [];
  const refuse = (path: keyof Typed, message: string) => void problems.push({ path, message });
  const currency = currencyOf(typed.currency, refuse);
  const amount = (path: "amount" | "minAmount" | "maxAmount") =>
    amountOf(typed[path], currency) ?? refuse(path, "link_amount");
  const amounts =
    amountBy === "merchant"
      ? { amount: amount("amount") ?? undefined }
      : {
          minAmount: amount("minAmount") ?? undefined,
          maxAmount: amount("maxAmount") ?? undefined,
        };
  const { minAmount = 0, maxAmount = MAX_AMOUNT } = amounts;
  if (minAmount > maxAmount) refuse("maxAmount", "link_bounds");
  const input = {
    usage,
    ...amounts,
    currency,
    description: textOf(typed.description, MAX_DESCRIPTION, () =>
      refuse("description", "link_description"),
    ),
    externalId: textOf(typed.externalId, MAX_EXTERNAL_ID, () => refuse("externalId", "link_order")),
    expiresAt: expiryOf(typed, now, () => refuse("expiresAt", "link_expiry")),
    maxPayments:
      usage === "once"
        ? undefined
        : countOf(typed.maxPayments, () => refuse("maxPayments", "link_max_payments")),
  };
  if (problems.length > 0) throw new AppError("invalid_request", { fields: problems });
  return input;
}

/** @throws AppError `invalid_request` */
export function readTillForm(
  { amount, currency, description }: Pick<Typed, "amount" | "currency" | "description">,
  now: Date,
): LinkInput {
  const input = readLinkForm(
    {
      zone: "",
      usage: "once",
      amountBy: "merchant",
      amount,
      minAmount: "",
      maxAmount: "",
      currency,
      description,
      expiresAt: "",
      maxPayments: "",
      externalId: "",
    },
    now,
  );
  return { ...input, expiresAt: new Date(now.getTime() + TILL_MINUTES * 60_000).toISOString() };
}

type Refuse = (path: keyof Typed, message: string) => void;

function currencyOf(typed: string, refuse: Refuse): string {
  if (isCurrency(typed)) return typed;
  refuse("currency", "link_currency");
  return "EUR";
}

function amountOf(typed: string, currency: string): number | undefined {
  const amount = fromDecimalString(typed.trim().replace(",", "."), currency);
  return amount !== undefined && amount >= 1 && amount <= MAX_AMOUNT ? amount : undefined;
}

function textOf(typed: string, max: number, refuse: () => void): string | undefined {
  const text = typed.trim();
  if (text !== "" && !isPrintable(text, max)) refuse();
  return text || undefined;
}

function countOf(typed: string, refuse: () => void): number | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_PAYMENTS) refuse();
  return count;
}

/** The end of that day in the reader's zone. */
function expiryOf(
  { expiresAt: day, zone }: Typed,
  now: Date,
  refuse: () => void,
): string | undefined {
  if (day === "") return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  const end = isDay ? startOfDay(nextDay(day), isTimeZone(zone) ? zone : "UTC") : now;
  if (end <= now) refuse();
  return end.toISOString();
}
