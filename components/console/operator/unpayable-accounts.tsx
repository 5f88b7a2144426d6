import { Section } from "#components/console/settings/section.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { UnpayableAccount } from "#lib/console/ways-to-be-paid/overview.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const SHOWN = 50;

type Props = { text: MerchantText; accounts: UnpayableAccount[] };

export function UnpayableAccounts({ text, accounts }: Props) {
  const { alerts, accounts: listWords } = text.messages.operator;
  const words = alerts.unpayable;
  const rest = accounts.length - SHOWN;
  return (
    <Section id="no-way-to-pay" title={words.title} lead={words.lead}>
      <DataTable
        caption={words.caption}
        rows={accounts.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "name",
            head: listWords.account,
            cell: ({ id, name }) => (
              <PageLink
                className="link font-medium"
                href={consolePath(`/operator/accounts/${id}`, text.linkQuery)}
              >
                {name}
              </PageLink>
            ),
          },
          { key: "lacks", head: words.what, cell: ({ lacks }) => words.lacks[lacks] },
        ]}
      />
      {rest > 0 && <p className="text-muted">{text.format(words.more, { count: rest })}</p>}
    </Section>
  );
}
