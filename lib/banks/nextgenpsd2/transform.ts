import { isIP } from "node:net";
import { BankError, type PaymentOrder, type PaymentReport } from "#lib/banks/connector.ts";
import { parseIban } from "#lib/iban.ts";
import { fromDecimalString, isCurrency, toDecimalString } from "#lib/money.ts";
import type { InitiationAnswer, PaymentAnswer } from "./answers.ts";

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
  return {
    endToEndIdentification: order.endToEndId,
    instructedAmount: {
      currency: order.currency,
      amount: toDecimalString(order.amount, order.currency),
    },
    ...(order.payerIban ? { debtorAccount: { iban: order.payerIban } } : {}),
    creditorAccount: { iban: order.payee.iban },
    creditorName: order.payee.name,
    ...(order.remittance ? { remittanceInformationUnstructured: order.remittance } : {}),
  };
}

/**
 * Headers of a payment initiation. `PSU-IP-Address` is mandatory; the standard wants the caller's own address
 * (`ownIp`) where the payer's is not known.
 */
export function toInitiationHeaders(order: PaymentOrder, ownIp: string): Record<string, string> {
  const payerIp = order.payerIp?.replace(/^::ffff:/i, "") ?? "";
  return {
    "X-Request-ID": order.requestId,
    "PSU-IP-Address": isIP(payerIp) ? payerIp : ownIp,
    "TPP-Redirect-URI": new URL(order.redirectUrl).href,
    "TPP-Nok-Redirect-URI": new URL(order.nokRedirectUrl).href,
    "TPP-Redirect-Preferred": "true",
    "TPP-Explicit-Authorisation-Preferred": "false",
  };
}

/**
 * Takes the address where the payer approves out of an initiation answer. Only http(s) without user info, and not
 * plain http from a bank whose API is on https; anything else throws {@link BankError} `unexpected_answer`.
 */
export function toApprovalUrl(answer: InitiationAnswer, baseUrl: string): string {
  const link = answer._links.scaRedirect?.href;
  const url = link === undefined ? undefined : (URL.parse(link, baseUrl) ?? undefined);
  const allowed = new URL(baseUrl).protocol === "https:" ? ["https:"] : ["https:", "http:"];
  if (!url || !allowed.includes(url.protocol) || url.username || url.password) {
    throw new BankError("unexpected_answer", "the bank gave no usable approval address");
  }
  return url.href;
}

/** Reads the order as the bank repeats it; `undefined` if the bank leaves a part out. */
export function toReportedOrder(answer: PaymentAnswer): PaymentReport["order"] {
  const { endToEndIdentification, instructedAmount, creditorAccount } = answer;
  if (endToEndIdentification === undefined || !instructedAmount || !creditorAccount?.iban) {
    return undefined;
  }
  const { currency } = instructedAmount;
  const amount = isCurrency(currency)
    ? fromDecimalString(instructedAmount.amount, currency)
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
