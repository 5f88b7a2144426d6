import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ListedTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { isCurrency } from "#lib/platform/values/money.ts";
import { TransferStatusBadge } from "./transfer-status.tsx";

type Props = { text: MerchantText; caption: string; transfers: ListedTransfer[]; now: Date };

export function TransferTable({ text, caption, transfers, now }: Props) {
  const { columns: words } = text.messages.transfers;
  const columns: Column<ListedTransfer>[] = [
    {
      key: "payment",
      head: words.payment,
      cell: (one) => <PaymentLink text={text} transfer={one} />,
    },
    {
      key: "reference",
      head: words.reference,
      cell: ({ reference, importId }) =>
        reference ??
        (importId === null ? text.messages.transfers.byHand : text.messages.transfers.noReference),
    },
    {
      key: "status",
      head: words.status,
      cell: ({ status }) => <TransferStatusBadge text={text} status={status} />,
    },
    { key: "booked", head: words.booked, figures: true, cell: ({ bookedOn }) => bookedOn ?? "–" },
    {
      key: "received",
      head: words.received,
      cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
    },
    { key: "note", head: words.note, cell: ({ resolvedNote }) => resolvedNote ?? "–" },
    {
      key: "amount",
      head: words.amount,
      figures: true,
      cell: (one) => <TransferAmount text={text} transfer={one} />,
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={transfers} rowKey={({ id }) => id} />;
}

type PartProps<K extends keyof ListedTransfer> = {
  text: MerchantText;
  transfer: Pick<ListedTransfer, K>;
};

/** Shows the merchant's order number if there is one. */
export function PaymentLink({ text, transfer }: PartProps<"transactionId" | "externalId">) {
  const { transactionId, externalId } = transfer;
  if (transactionId === null) {
    return <span className="text-muted">{text.messages.transfers.unknownPayment}</span>;
  }
  return (
    <PageLink
      className="link font-medium"
      href={consolePath(`/payments/${transactionId}`, text.linkQuery)}
    >
      {externalId ?? transactionId}
    </PageLink>
  );
}

export function TransferAmount({
  text,
  transfer: { amount, currency },
}: PartProps<"amount" | "currency">) {
  return (
    <span className="whitespace-nowrap font-medium">
      {isCurrency(currency) ? text.amount(amount, currency) : `${amount} ${currency}`}
    </span>
  );
}
