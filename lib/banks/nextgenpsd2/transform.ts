import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { BankError, type PaymentOrder, type PaymentReport } from "#lib/banks/connector.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { fromDecimalString, isCurrency, toDecimalString } from "#lib/platform/values/money.ts";
import type { PaymentResponse } from "./responses.ts";
import { toSepaText } from "./sepa-text.ts";

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

/** `PSU-IP-Address` is mandatory: without the payer's address, the standard requires our own (`ownIp`). */
export function toInitiationHeaders(
  order: PaymentOrder,
  ownIp: string,
  explicitStart = false,
): Record<string, string> {
  return {
    "X-Request-ID": order.requestId,
    ...toPayerHeaders(order, ownIp),
    "TPP-Explicit-Authorisation-Preferred": String(explicitStart),
  };
}

export function toAuthorisationHeaders(order: PaymentOrder, ownIp: string): Record<string, string> {
  return {
    "X-Request-ID": derivedRequestId(order.requestId, "authorisation"),
    ...toPayerHeaders(order, ownIp),
  };
}

function toPayerHeaders(order: PaymentOrder, ownIp: string): Record<string, string> {
  const payerIp = order.payerIp?.replace(/^::ffff:/i, "") ?? "";
  return {
    "PSU-IP-Address": isIP(payerIp) ? payerIp : ownIp,
    "TPP-Redirect-URI": new URL(order.redirectUrl).href,
    "TPP-Nok-Redirect-URI": new URL(order.nokRedirectUrl).href,
    "TPP-Redirect-Preferred": "true",
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

/**
 * Only https (or http if the API uses http), without user info.
 * @throws BankError `unexpected_answer`
 */
export function toBankUrl(link: string | undefined, baseUrl: string): URL {
  const url = link === undefined ? undefined : (URL.parse(link, baseUrl) ?? undefined);
  const allowed = new URL(baseUrl).protocol === "https:" ? ["https:"] : ["https:", "http:"];
  if (!url || !allowed.includes(url.protocol) || url.username || url.password) {
    throw new BankError("unexpected_answer", "the bank gave no usable approval address");
  }
  return url;
}

/**
 * `undefined` if a part is missing. The standard forbids JSON numbers as amounts: only `numericAmounts` reads them.
 * @throws BankError `unexpected_answer`
 */
export function toReportedOrder(
  response: PaymentResponse,
  numericAmounts = false,
): PaymentReport["order"] {
  const { endToEndIdentification, instructedAmount, creditorAccount } = response;
  if (endToEndIdentification === undefined || !instructedAmount || !creditorAccount?.iban) {
    return undefined;
  }
  const { currency } = instructedAmount;
  const written = instructedAmount.amount;
  const decimal = typeof written === "number" && numericAmounts ? String(written) : written;
  const amount =
    isCurrency(currency) && typeof decimal === "string"
      ? fromDecimalString(decimal, currency)
      : undefined;
  const payeeIban = parseIban(creditorAccount.iban);
  if (amount === undefined || payeeIban === undefined) {
    throw new BankError(
      "unexpected_answer",
      "the bank repeated the order in a form not understood",
    );
  }
  return { endToEndId: endToEndIdentification, amount, currency, payeeIban };
}
