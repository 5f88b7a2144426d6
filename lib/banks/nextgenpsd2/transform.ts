import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { BankError, type PaymentOrder, type PaymentReport } from "#lib/banks/connector.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { fromDecimalString, isCurrency, toDecimalString } from "#lib/platform/values/money.ts";
import { toSepaText } from "#lib/platform/values/sepa-text.ts";
import type { PaymentResponse } from "./responses.ts";

type PaymentProduct =
  | "sepa-credit-transfers"
  | "instant-sepa-credit-transfers"
  | "cross-border-credit-transfers";

export function productFor(currency: string, instant: boolean): PaymentProduct {
  if (currency !== "EUR") return "cross-border-credit-transfers";
  return instant ? "instant-sepa-credit-transfers" : "sepa-credit-transfers";
}

/** Without `payerIban` the payer chooses the account at the bank. */
export function toInitiationBody(order: PaymentOrder) {
  const remittance = toSepaText(order.remittance, 140);
  return {
    endToEndIdentification: order.endToEndId,
    instructedAmount: {
      currency: order.currency,
      amount: toDecimalString(order.amount, order.currency),
    },
    ...(order.payerIban ? { debtorAccount: { iban: order.payerIban } } : {}),
    creditorAccount: { iban: order.payee.iban },
    // SEPA's value for an unknown name; the field is mandatory.
    creditorName: toSepaText(order.payee.name, 70) || "NOTPROVIDED",
    ...(remittance ? { remittanceInformationUnstructured: remittance } : {}),
  };
}

export type Preferences = {
  explicitStart?: boolean;
  /** The bank may ignore it. */
  prefersDecoupled?: boolean | undefined;
};

/** `PSU-IP-Address` is mandatory: without the payer's address, the standard requires our own (`ownIp`). */
export function toInitiationHeaders(
  order: PaymentOrder,
  ownIp: string,
  { explicitStart = false, ...preferences }: Preferences = {},
): Record<string, string> {
  return {
    "X-Request-ID": order.requestId,
    ...toPayerHeaders(order, ownIp, preferences),
    "TPP-Explicit-Authorisation-Preferred": String(explicitStart),
  };
}

export function toAuthorisationHeaders(
  order: PaymentOrder,
  ownIp: string,
  preferences: Preferences = {},
): Record<string, string> {
  return {
    "X-Request-ID": derivedRequestId(order.requestId, "authorisation"),
    ...toPayerHeaders(order, ownIp, preferences),
  };
}

function toPayerHeaders(
  order: PaymentOrder,
  ownIp: string,
  { prefersDecoupled = false }: Preferences,
): Record<string, string> {
  const payerIp = order.payerIp?.replace(/^::ffff:/i, "") ?? "";
  return {
    "PSU-IP-Address": isIP(payerIp) ? payerIp : ownIp,
    "TPP-Redirect-URI": new URL(order.redirectUrl).href,
    "TPP-Nok-Redirect-URI": new URL(order.nokRedirectUrl).href,
    "TPP-Redirect-Preferred": String(!prefersDecoupled),
    ...(prefersDecoupled && { "TPP-Decoupled-Preferred": "true" }),
    ...(order.payerId !== undefined && { "PSU-ID": order.payerId }),
    ...toTokenHeader(order.accessToken),
  };
}

export function toTokenHeader(accessToken: string | undefined): Record<string, string> {
  return accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
}

/** Deterministic UUID (version 8, RFC 9562). */
function derivedRequestId(requestId: string, purpose: string): string {
  const hex = createHash("sha256").update(`${requestId}:${purpose}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

type Place = { baseUrl: string; version?: string | undefined };

/**
 * Only https (or http if the API uses http), without user info.
 * @throws BankError `unexpected_answer`
 */
export function toBankUrl(link: string | undefined, place: Place): URL {
  const { baseUrl } = place;
  const url = link === undefined ? undefined : URL.parse(belowBase(link.trim(), place), baseUrl);
  const allowed = new URL(baseUrl).protocol === "https:" ? ["https:"] : ["https:", "http:"];
  if (!url || !allowed.includes(url.protocol) || url.username || url.password) {
    throw new BankError("unexpected_answer", "the bank gave no usable approval address");
  }
  return url;
}

/** A path that begins with the API's version lies below the API's address, even if that address has a path. */
function belowBase(link: string, { baseUrl, version = "v1" }: Place): string {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, "");
  return version !== "" && link.startsWith(`/${version}/`) ? `${base}${link}` : link;
}

/**
 * `undefined` if amount or payee is missing. The standard forbids JSON numbers as amounts: only `numericAmounts` reads them.
 * @throws BankError `unexpected_answer`
 */
export function toReportedOrder(
  response: PaymentResponse,
  numericAmounts = false,
): PaymentReport["order"] {
  const { endToEndIdentification: endToEndId, instructedAmount, creditorAccount } = response;
  if (!instructedAmount || !creditorAccount?.iban) return undefined;
  const { currency, amount: written, content = written } = instructedAmount;
  if (content === undefined) return undefined;
  const amount = written === undefined || written === content ? content : undefined;
  const decimal = typeof amount === "number" && numericAmounts ? String(amount) : amount;
  const minor =
    isCurrency(currency) && typeof decimal === "string"
      ? fromDecimalString(decimal, currency)
      : undefined;
  const payeeIban = parseIban(creditorAccount.iban);
  if (minor === undefined || payeeIban === undefined) {
    throw new BankError(
      "unexpected_answer",
      "the bank repeated the order in a form not understood",
    );
  }
  return { ...(hasId(endToEndId) && { endToEndId }), amount: minor, currency, payeeIban };
}

/** ISO 20022 writes `NOTPROVIDED` where there is none. */
function hasId(endToEndId: string | undefined): boolean {
  return endToEndId !== undefined && endToEndId !== "" && endToEndId !== "NOTPROVIDED";
}
