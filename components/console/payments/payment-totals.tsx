import type { PaymentTotals as Totals } from "#lib/console/payment-history/payment.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; totals: Totals };

/** Of all pages of the list. */
export function PaymentTotals({ text, totals: { count, isOver, currencies } }: Props) {
  const { totals: words } = text.messages.payments;
  return (
    <section
      aria-label={words.label}
      className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-4 text-sm tabular-nums"
    >
      <p className="font-semibold">{text.format(isOver ? words.over : words.count, { count })}</p>
      {isOver && <p className="text-muted">{words.overHint}</p>}
      {currencies.map(({ currency, amount, paid }) => (
        <p key={currency}>
          {text.format(words.amount, { amount: text.amount(amount, currency) })}
          {paid > 0 && paid < amount && (
            <span className="text-muted">
              {" · "}
              {text.format(words.paid, { amount: text.amount(paid, currency) })}
            </span>
          )}
        </p>
      ))}
    </section>
  );
}
