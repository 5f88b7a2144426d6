import { StatusBadge } from "#components/console/payments/status-badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ListedPayment } from "#lib/console/payment-history/payment.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; payments: ListedPayment[] };

export function LinkPayments({ text, payments }: Props) {
  const words = text.messages.paymentLinks.link.payments;
  if (payments.length === 0) return <p className="text-muted">{words.none}</p>;
  const columns: Column<ListedPayment>[] = [
    {
      key: "created",
      head: words.created,
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
    {
      key: "amount",
      head: words.amount,
      figures: true,
      cell: ({ id, amount, currency }) => (
        <PageLink
          className="link whitespace-nowrap"
          href={consolePath(`/payments/${id}`, text.linkQuery)}
        >
          {text.amount(amount, currency)}
        </PageLink>
      ),
    },
    {
      key: "status",
      head: words.status,
      cell: ({ status, failureReason }) => (
        <StatusBadge text={text} status={status} failureReason={failureReason} />
      ),
    },
    {
      key: "payer",
      head: words.payer,
      cell: ({ payer }) => payer.maskedEmail ?? payer.maskedIban ?? words.unknown,
    },
  ];
  return (
    <DataTable caption={words.caption} columns={columns} rows={payments} rowKey={({ id }) => id} />
  );
}
