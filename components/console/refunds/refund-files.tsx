import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { RefundFile } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; files: RefundFile[]; now: Date; mayDownload: boolean };

export function RefundFiles({ text, files, now, mayDownload }: Props) {
  const words = text.messages.refunds.files;
  const columns: Column<RefundFile>[] = [
    {
      key: "file",
      head: words.title,
      cell: ({ id, sealedContent }) =>
        sealedContent === null || !mayDownload ? (
          sealedContent === null ? (
            words.gone
          ) : (
            id
          )
        ) : (
          <a className="link" href={consolePath(`/refunds/files/${id}`)} download>
            {words.download}
          </a>
        ),
    },
    {
      key: "count",
      head: words.refunds,
      figures: true,
      cell: ({ count }) => text.format(words.count, { count }),
    },
    {
      key: "total",
      head: words.total,
      figures: true,
      cell: ({ total }) => text.amount(total, "EUR"),
    },
    {
      key: "created",
      head: words.created,
      cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
    },
  ];
  return (
    <DataTable caption={words.caption} columns={columns} rows={files} rowKey={({ id }) => id} />
  );
}
