import { AppError, type FieldError } from "#lib/platform/failures/errors.ts";
import { isCurrency, MAX_AMOUNT, withdrawnOn } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { LinkInput } from "./link.ts";
import type { LinkRow } from "./repository.ts";

export const MAX_DESCRIPTION = 140;
/** Payments of a reusable link add a number of their own, within the 128 of a transaction. */
export const MAX_EXTERNAL_ID = 100;
export const MAX_PAYMENTS = 1_000_000;

const SOONEST_EXPIRY_MS = 60_000;
const LATEST_EXPIRY_MS = 5 * 366 * 24 * 60 * 60_000;

type Wanted = Pick<
  LinkRow,
  | "usage"
  | "amount"
  | "minAmount"
  | "maxAmount"
  | "currency"
  | "description"
  | "externalId"
  | "maxPayments"
  | "expiresAt"
>;

/** @throws AppError `invalid_request` */
export function checkInput(input: LinkInput, now: Date): Wanted {
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
  const fields = [
    ...amountProblems(input),
    ...currencyProblems(input),
    ...textProblems("description", input.description, MAX_DESCRIPTION),
    ...textProblems("externalId", input.externalId, MAX_EXTERNAL_ID),
    ...numberProblems(input),
    ...expiryProblems(expiresAt, now),
  ];
  if (fields.length > 0) throw new AppError("invalid_request", { fields });
  const { usage, currency } = input;
  const { amount = null, minAmount = null, maxAmount = null } = input;
  const { description = null, externalId = null, maxPayments = null } = input;
  const amounts = { amount, minAmount, maxAmount };
  return { usage, ...amounts, currency, description, externalId, maxPayments, expiresAt };
}

const isAmount = (value: number) => Number.isInteger(value) && value >= 1 && value <= MAX_AMOUNT;

function amountProblems({ amount, minAmount, maxAmount }: LinkInput): FieldError[] {
  const given = { amount, minAmount, maxAmount };
  const wrong = Object.entries(given).filter(
    ([, value]) => value !== undefined && !isAmount(value),
  );
  if (wrong.length > 0) {
    const message = `must be an integer in the minor unit, from 1 to ${MAX_AMOUNT}`;
    return wrong.map(([path]) => ({ path, message }));
  }
  if (amount === undefined) {
    if (minAmount === undefined && maxAmount === undefined) {
      return [{ path: "amount", message: "is required, or minAmount and maxAmount" }];
    }
    if (minAmount === undefined) return [{ path: "minAmount", message: "goes with maxAmount" }];
    if (maxAmount === undefined) return [{ path: "maxAmount", message: "goes with minAmount" }];
    const isOrdered = minAmount <= maxAmount;
    return isOrdered ? [] : [{ path: "maxAmount", message: "must not be less than minAmount" }];
  }
  return (["minAmount", "maxAmount"] as const)
    .filter((path) => given[path] !== undefined)
    .map((path) => ({ path, message: "does not go with amount" }));
}

function currencyProblems({ currency }: LinkInput): FieldError[] {
  const isCurrent = isCurrency(currency) && withdrawnOn(currency) === undefined;
  return isCurrent ? [] : [{ path: "currency", message: "must be a current ISO 4217 code" }];
}

function textProblems(path: string, text: string | undefined, max: number): FieldError[] {
  if (text === undefined || isPrintable(text, max)) return [];
  return [{ path, message: `must be a string of 1 to ${max} printable characters` }];
}

function numberProblems({ usage, maxPayments }: LinkInput): FieldError[] {
  if (maxPayments === undefined) return [];
  const path = "maxPayments";
  if (usage === "once") return [{ path, message: "goes with reusable links" }];
  const isNumber = Number.isInteger(maxPayments) && maxPayments >= 1 && maxPayments <= MAX_PAYMENTS;
  return isNumber ? [] : [{ path, message: `must be an integer from 1 to ${MAX_PAYMENTS}` }];
}

function expiryProblems(expiresAt: Date | null, now: Date): FieldError[] {
  if (expiresAt === null) return [];
  const aheadMs = expiresAt.getTime() - now.getTime();
  const isAhead = aheadMs >= SOONEST_EXPIRY_MS && aheadMs <= LATEST_EXPIRY_MS;
  return isAhead ? [] : [{ path: "expiresAt", message: "must be 1 minute to 5 years ahead" }];
}
