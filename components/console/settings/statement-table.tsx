import { DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { ListedImport } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  now: Date;
  statements: ListedImport[];
  hrefOf: (id: string) => string;
};

export function StatementTable({ text, now, statements, hrefOf }: Props) {
  const words = text.messages.settings.statements;
  return (
    <DataTable
      caption={words.recent}
      rows={statements}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "file",
          head: words.file,
          cell: ({ id, fileName }) => (
            <PageLink className="link" href={hrefOf(id)}>
              {fileName}
            </PageLink>
          ),
        },
        {
          key: "received",
          head: words.received,
          cell: ({ createdAt, createdBy }) => (
            <span className="grid gap-0.5">
              <Moment text={text} at={createdAt} now={now} />
              <span className="text-muted">{wayOf(text, createdBy)}</span>
            </span>
          ),
        },
        { key: "format", head: words.format, cell: formatsOf },
        { key: "result", head: words.result, cell: (statement) => resultOf(text, statement) },
      ]}
    />
  );
}

function wayOf(text: MerchantText, createdBy: string): string {
  const { ways } = text.messages.settings.statements;
  if (createdBy.startsWith("key_")) return ways.api;
  return createdBy.startsWith("usr_") ? ways.upload : ways.other;
}

function formatsOf({ files, kind }: ListedImport): string {
  const kinds = (files ?? []).flatMap((file) => ("kind" in file ? file.kind : []));
  return [...new Set(kinds.length > 0 ? kinds : [kind])].join(", ");
}

function resultOf(text: MerchantText, { entries, paid, review, files }: ListedImport): string {
  const words = text.messages.settings.statements;
  if (files === null) return words.unfinished;
  const refused = files.filter((file) => "problem" in file).length;
  const isOfRefunds = files.length > 0 && files.every((file) => "refused" in file);
  if (isOfRefunds) {
    const count = files.reduce((sum, file) => sum + file.refused, 0);
    return text.format(text.messages.transfers.result.refunds, { count });
  }
  return [
    text.format(words.entries, { count: entries }),
    text.format(words.paid, { count: paid }),
    ...(review > 0 ? [text.format(words.review, { count: review })] : []),
    ...(refused > 0 ? [text.format(words.refused, { count: refused })] : []),
  ].join(" · ");
}
