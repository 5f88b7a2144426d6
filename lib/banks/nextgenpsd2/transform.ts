import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { BankError, type PaymentOrder, type PaymentReport } from "#lib/banks/connector.ts";
import { parseIban } from "#lib/platform/iban.ts";
import { fromDecimalString, isCurrency, toDecimalString } from "#lib/platform/money.ts";
import type { PaymentAnswer } from "./answers.ts";
import { toSepaText } from "./sepa-text.ts";

/** Payment products of the standard that take JSON and that we send. */
type PaymentProduct =
  | "sepa-credit-transfers"
  | "instant-sepa-credit-transfers"
  | "cross-border-credit-transfers";

/** Picks the product: SEPA for euros (instant where the bank offers it), cross-border for every other currency. */
export function productFor(currency: string, instant: boolean): PaymentProduct {
  if (currency !== "EUR") return "cross-border-credit-transfers";
  return instant ? "instant-sepa-credit-transfers" : "sepa-credit-transfers";
}

/**
 * Writes an order as the standard's payment initiation body. Without an account of the payer's none is named: the payer
 * chooses it at the bank, which the redirect approach allows.
 */
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
    // As SEPA has it of a name that can't be told; the standard wants one.
    creditorName: toSepaText(order.payee.name, 70) || "NOTPROVIDED",
    ...(remittance ? { remittanceInformationUnstructured: remittance } : {}),
  };
}

/**
 * Headers of a payment initiation. `PSU-IP-Address` is mandatory; the standard wants the caller's own address
 * (`ownIp`) where the payer's is not known.
 */
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

/** Headers of the explicit start of an authorisation, the same at every asking for the same order. */
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

/** Shows what the payer granted, where there is something to show. */
export function toTokenHeader(accessToken: string | undefined): Record<string, string> {
  return accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
}

/** A UUID (version 8 of RFC 9562) that always is the same for `requestId` and `purpose`. */
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
 * Reads a link out of an answer, as seen from the API's address: only http(s) without user info, and not plain http from
 * a bank whose API is on https; anything else throws {@link BankError} `unexpected_answer`.
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
 * Reads the order as the bank repeats it; `undefined` if the bank leaves a part out. A JSON number is no amount of the
 * standard and is read only where `numericAmounts` says that the bank writes them so.
 */
export function toReportedOrder(
  answer: PaymentAnswer,
  numericAmounts = false,
): PaymentReport["order"] {
  const { endToEndIdentification, instructedAmount, creditorAccount } = answer;
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
