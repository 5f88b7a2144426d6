import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { ReportedTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { formatCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { PaymentLink, TransferAmount } from "./transfer-table.tsx";

type Props = { text: MerchantText; transfers: ReportedTransfer[]; now: Date };

export function ReportedTable({ text, transfers, now }: Props) {
  const { columns: heads, reported: words } = text.messages.transfers;
  const columns: Column<ReportedTransfer>[] = [
    {
      key: "payment",
      head: heads.payment,
      cell: ({ id, externalId }) => (
        <PaymentLink text={text} transfer={{ transactionId: id, externalId }} />
      ),
    },
    {
      key: "reference",
      head: heads.reference,
      cell: ({ reference }) => (
        <span className="whitespace-nowrap">{formatCreditorReference(reference)}</span>
      ),
    },
    {
      key: "reported",
      head: words.reported,
      cell: ({ reportedAt, isOverdue }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
          <Moment text={text} at={reportedAt} now={now} />
          {isOverdue && <Badge tone="warning">{words.overdue}</Badge>}
        </span>
      ),
    },
    {
      key: "amount",
      head: heads.amount,
      figures: true,
      cell: (one) => <TransferAmount text={text} transfer={one} />,
    },
  ];
  return (
    <DataTable caption={words.caption} columns={columns} rows={transfers} rowKey={({ id }) => id} />
  );
}
