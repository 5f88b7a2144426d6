import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { LinkStatusBadge } from "./link-status.tsx";
import { linkAmount, paidWords } from "./link-words.ts";

type Props = { text: MerchantText; links: PaymentLink[] };

export function LinkTable({ text, links }: Props) {
  const { list, noDescription } = text.messages.paymentLinks;
  const columns: Column<PaymentLink>[] = [
    {
      key: "description",
      head: list.description,
      cell: ({ id, description, externalId }) => (
        <PageLink className="link" href={consolePath(`/links/${id}`, text.linkQuery)}>
          {description ?? externalId ?? noDescription}
        </PageLink>
      ),
    },
    {
      key: "amount",
      head: list.amount,
      figures: true,
      cell: (link) => linkAmount(link, text),
    },
    {
      key: "status",
      head: list.status,
      cell: ({ status }) => <LinkStatusBadge text={text} status={status} />,
    },
    { key: "paid", head: list.paid, cell: (link) => paidWords(link, text) },
    {
      key: "last",
      head: list.last,
      cell: ({ lastPaidAt }) => (lastPaidAt ? <ExactTime at={lastPaidAt} /> : list.none),
    },
    {
      key: "expires",
      head: list.expires,
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : list.never),
    },
  ];
  return (
    <DataTable caption={list.caption} columns={columns} rows={links} rowKey={({ id }) => id} />
  );
}
