import { Folded } from "#components/ui/folded.tsx";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; history: PaymentHistory };

/** Unfolds without scripts. */
export function PaymentLines({ text, history: { transaction } }: Props) {
  const { lines, currency } = transaction;
  const words = text.messages.payments.payment;
  if (lines === null) return null;
  return (
    <div className="mt-3">
      <Folded title={text.format(words.lines, { count: lines.length })}>
        <ul className="divide-y divide-line">
          {lines.map(({ name, quantity, unitAmount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change, and may repeat
            <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
              <span className="wrap-anywhere min-w-0">
                <bdi>{name}</bdi>
              </span>
              <span className="ms-auto tabular-nums">
                {quantity > 1 && (
                  <span className="text-muted">
                    {quantity} × {text.amount(unitAmount, currency)} ={" "}
                  </span>
                )}
                {text.amount(quantity * unitAmount, currency)}
              </span>
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  );
}
