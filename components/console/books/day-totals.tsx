import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { BookTotal, Sum } from "#lib/console/books/entry.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/values/iban.ts";

type Props = { text: MerchantText; totals: BookTotal[] };

export function DayTotals({ text, totals }: Props) {
  const words = text.messages.books;
  const sum = ({ count, amount }: Sum, currency: string) =>
    text.format(words.sum, { amount: text.amount(amount, currency), count });
  const columns: Column<BookTotal>[] = [
    {
      key: "account",
      head: words.account,
      cell: ({ payeeIban, currency }) => `${maskIban(payeeIban)} · ${currency}`,
    },
    { key: "paid", head: words.paid, figures: true, cell: (row) => sum(row.paid, row.currency) },
    {
      key: "refunded",
      head: words.refunded,
      figures: true,
      cell: (row) => sum(row.refunded, row.currency),
    },
    { key: "fees", head: words.fees, figures: true, cell: () => words.noFees },
    {
      key: "received",
      head: words.received,
      figures: true,
      cell: (row) => sum(row.received, row.currency),
    },
    {
      key: "missing",
      head: words.missing,
      figures: true,
      cell: (row) => text.amount(row.missing, row.currency),
    },
  ];
  return (
    <DataTable
      caption={words.caption}
      columns={columns}
      rows={totals}
      rowKey={({ payeeIban, currency }) => `${payeeIban} ${currency}`}
    />
  );
}
