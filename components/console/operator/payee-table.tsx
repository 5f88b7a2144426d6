import { DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/values/iban.ts";

type Row = {
  payee: { id: string; accountId: string; iban: string; name: string; createdAt: Date };
  accountName: string;
};

export function PayeeTable({ text, rows, now }: { text: MerchantText; rows: Row[]; now: Date }) {
  const { accounts, account, ibans: words } = text.messages.operator;
  return (
    <DataTable
      caption={words.caption}
      rows={rows}
      rowKey={({ payee }) => payee.id}
      columns={[
        {
          key: "account",
          head: accounts.account,
          cell: ({ payee, accountName }) => (
            <PageLink
              className="link font-medium"
              href={consolePath(`/operator/accounts/${payee.accountId}`, text.linkQuery)}
              aria-label={`${words.review}: ${accountName}`}
            >
              {accountName}
            </PageLink>
          ),
        },
        { key: "holder", head: account.holder, cell: ({ payee }) => payee.name },
        { key: "iban", head: account.iban, cell: ({ payee }) => maskIban(payee.iban) },
        {
          key: "entered",
          head: words.entered,
          cell: ({ payee }) => <Moment text={text} at={payee.createdAt} now={now} />,
          figures: true,
        },
      ]}
    />
  );
}
