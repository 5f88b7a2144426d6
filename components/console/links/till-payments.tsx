import { CircleCheck, CircleX, Hourglass, type IconNode } from "lucide";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { ListedPayment } from "#lib/console/payment-history/payment.ts";
import type { TransactionStatus } from "#lib/payments/model/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** Opened and left payments are of no use at a till. */
export type TillPayment = ListedPayment & { status: Exclude<TransactionStatus, "pending"> };

export function tillPaymentsOf(payments: ListedPayment[], most: number): TillPayment[] {
  return payments
    .filter((payment): payment is TillPayment => payment.status !== "pending")
    .slice(0, most);
}

const LOOKS: Record<TillPayment["status"], { icon: IconNode; className: string }> = {
  succeeded: {
    icon: CircleCheck,
    className: "border-positive bg-positive-tint text-positive font-bold",
  },
  processing: { icon: Hourglass, className: "border-warning-line bg-warning-tint text-warning" },
  failed: { icon: CircleX, className: "border-line bg-card text-muted" },
};

type Props = { text: MerchantText; payments: TillPayment[] };

/** Newest first. */
export function TillPayments({ text, payments }: Props) {
  const words = text.messages.paymentLinks.till;
  if (payments.length === 0) return <p className="text-muted">{words.waiting}</p>;
  return (
    <ul className="grid gap-2">
      {payments.map((payment) => {
        const { icon, className } = LOOKS[payment.status];
        return (
          <li
            key={payment.id}
            className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-soft border px-4 py-3 first:text-lg ${className}`}
          >
            <Icon of={icon} />
            <span className="min-w-0 flex-1">{tillWords(payment, text)}</span>
            <span className="font-normal text-sm">
              <ExactTime at={payment.createdAt} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function tillWords({ status, amount, currency }: TillPayment, text: MerchantText): string {
  const words = text.messages.paymentLinks.till;
  const message = { succeeded: words.paid, processing: words.processing, failed: words.failed };
  return text.format(message[status], { amount: text.amount(amount, currency) });
}
