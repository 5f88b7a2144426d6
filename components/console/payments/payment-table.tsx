import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { ListedPayment } from "#lib/console/payment-history/payment.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  text: MerchantText;
  payments: ListedPayment[];
  bankNames: Record<string, string>;
  now: Date;
};

export function PaymentTable({ text, payments, bankNames, now }: Props) {
  const { list } = text.messages.payments;
  const columns: Column<ListedPayment>[] = [
    {
      key: "order",
      head: list.order,
      cell: ({ id, externalId }) => (
        <a className="link font-medium" href={consolePath(`/payments/${id}`, text.linkQuery)}>
          {externalId ?? id}
        </a>
      ),
    },
    { key: "state", head: list.state, cell: (payment) => <State text={text} payment={payment} /> },
    {
      key: "bank",
      head: list.bank,
      cell: ({ bankId }) =>
        bankId === null ? (
          <span className="text-muted">{list.noBank}</span>
        ) : (
          (bankNames[bankId] ?? bankId)
        ),
    },
    {
      key: "created",
      head: list.created,
      cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
    },
    {
      key: "amount",
      head: list.amount,
      figures: true,
      cell: ({ amount, currency }) => (
        <span className="whitespace-nowrap font-medium">{text.amount(amount, currency)}</span>
      ),
    },
  ];
  return (
    <DataTable caption={list.caption} columns={columns} rows={payments} rowKey={({ id }) => id} />
  );
}

function State({ text, payment }: { text: MerchantText; payment: ListedPayment }) {
  const { status, failureReason } = payment;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
      <StatusBadge text={text} status={status} />
      {failureReason && (
        <span className="text-muted">{text.messages.payments.reasons[failureReason]}</span>
      )}
    </span>
  );
}
