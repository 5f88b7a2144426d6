import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Field } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Row = {
  id: string;
  name: string;
  createdAt: Date;
  closedAt: Date | null;
  emailWhitelisted: boolean;
};

export function AccountTable({ text, rows, now }: { text: MerchantText; rows: Row[]; now: Date }) {
  const words = text.messages.operator.accounts;
  return (
    <DataTable
      caption={words.caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "name",
          head: words.account,
          cell: ({ id, name }) => (
            <PageLink
              className="link font-medium"
              href={consolePath(`/operator/accounts/${id}`, text.linkQuery)}
            >
              {name}
            </PageLink>
          ),
        },
        {
          key: "id",
          head: words.id,
          cell: ({ id }) => <span className="font-mono text-muted text-xs">{id}</span>,
        },
        {
          key: "state",
          head: words.state,
          cell: (row) => <AccountState text={text} account={row} />,
        },
        {
          key: "created",
          head: words.created,
          cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
          figures: true,
        },
      ]}
    />
  );
}

type StateProps = { text: MerchantText; account: Pick<Row, "closedAt" | "emailWhitelisted"> };

export function AccountState({ text, account }: StateProps) {
  const words = text.messages.operator.accounts;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 sm:justify-start">
      {account.closedAt ? (
        <Badge tone="negative">{words.closed}</Badge>
      ) : (
        <Badge tone="positive">{words.open}</Badge>
      )}
      {account.emailWhitelisted && (
        <Badge>
          <span className="whitespace-normal">{words.whitelisted}</span>
        </Badge>
      )}
    </span>
  );
}

type SearchProps = { text: MerchantText; search: string | undefined; isWhitelisted: boolean };

/** A GET form, so that the address can be bookmarked. */
export function AccountSearch({ text, search, isWhitelisted }: SearchProps) {
  const words = text.messages.operator.accounts;
  return (
    <PageForm action={consolePath("/operator")} className="grid justify-items-start gap-3">
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
      <div className="w-full max-w-md">
        <Field name="q" label={words.search} defaultValue={search ?? ""} maxLength={100} />
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="whitelisted"
          value="on"
          defaultChecked={isWhitelisted}
          className="size-5 shrink-0 accent-accent"
        />
        {words.onlyWhitelisted}
      </label>
      <Button look="secondary">{words.find}</Button>
    </PageForm>
  );
}
