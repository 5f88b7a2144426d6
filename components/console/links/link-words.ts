import { type PaymentLink, placesOf } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Amounts = Pick<PaymentLink, "amount" | "minAmount" | "maxAmount" | "currency">;

/** Of the link, or its bounds. */
export function linkAmount(
  { amount, minAmount, maxAmount, currency }: Amounts,
  text: MerchantText,
) {
  if (amount !== null) return text.amount(amount, currency);
  return text.format(text.messages.paymentLinks.bounds, {
    min: text.amount(minAmount ?? 0, currency),
    max: text.amount(maxAmount ?? 0, currency),
  });
}

type Places = Pick<PaymentLink, "usage" | "maxPayments" | "paidCount">;

/** How often it was paid. */
export function paidWords(link: Places, text: MerchantText): string {
  const words = text.messages.paymentLinks;
  const places = placesOf(link);
  if (places === null || places === 1)
    return text.format(words.paidCount, { count: link.paidCount });
  return text.format(words.paidOf, { count: link.paidCount, places });
}
