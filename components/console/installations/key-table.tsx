import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import { scopesOf } from "#lib/merchants/api-keys/scopes.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { creatorOf, maskedKey } from "./key-words.ts";
import { RevokeKey } from "./revoke-key.tsx";

type Props = {
  text: MerchantText;
  now: Date;
  keys: ApiKeyOverview[];
  hrefOf: (key: ApiKeyOverview) => string;
  /** For keys that were created for some scopes. */
  hasScopes?: boolean;
  /** Absent for members who may not revoke. */
  revoke?: FormAction | undefined;
};

export function KeyTable({ text, now, keys, hrefOf, hasScopes, revoke }: Props) {
  const words = text.messages.installations.keys;
  const columns = [
    ...commonColumns(text, now, hrefOf),
    ...(hasScopes ? [scopesColumn(text)] : []),
    {
      key: "lastUsed",
      head: words.lastUsed,
      cell: ({ lastUsedAt }: ApiKeyOverview) => moment(text, now, lastUsedAt),
    },
  ];
  const change: Column<ApiKeyOverview> = {
    key: "actions",
    head: words.actions,
    cell: (key) => revoke && <RevokeKey text={text} apiKey={key} action={revoke} />,
  };
  return (
    <DataTable
      caption={words.caption}
      columns={revoke ? [...columns, change] : columns}
      rows={keys}
      rowKey={({ id }) => id}
    />
  );
}

export function RevokedKeys({ text, now, keys, hrefOf, hasScopes }: Omit<Props, "revoke">) {
  if (keys.length === 0) return null;
  const words = text.messages.installations.keys;
  const columns = [
    ...commonColumns(text, now, hrefOf),
    ...(hasScopes ? [scopesColumn(text)] : []),
    {
      key: "revoked",
      head: words.revoked,
      cell: ({ revokedAt }: ApiKeyOverview) => moment(text, now, revokedAt),
    },
  ];
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-muted hover:text-ink">
        {text.format(words.revokedTitle, { count: keys.length })}
      </summary>
      <DataTable
        caption={words.revokedCaption}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
      />
    </details>
  );
}

function commonColumns(
  text: MerchantText,
  now: Date,
  hrefOf: Props["hrefOf"],
): Column<ApiKeyOverview>[] {
  const words = text.messages.installations.keys;
  return [
    {
      key: "name",
      head: words.name,
      cell: (key) => (
        <span className="grid gap-0.5">
          <PageLink className="link justify-self-end sm:justify-self-start" href={hrefOf(key)}>
            {key.name ?? words.unnamed}
          </PageLink>
          <code className="whitespace-nowrap font-mono text-muted">{maskedKey(key)}</code>
        </span>
      ),
    },
    {
      key: "created",
      head: words.created,
      cell: (key) => (
        <span className="grid gap-0.5">
          {moment(text, now, key.createdAt)}
          <span className="text-muted">
            {text.format(words.by, { name: creatorOf(text, key) })}
          </span>
        </span>
      ),
    },
  ];
}

function scopesColumn(text: MerchantText): Column<ApiKeyOverview> {
  return {
    key: "scopes",
    head: text.messages.installations.scopes.column,
    cell: (key) => <code className="font-mono">{scopesOf(key).join(" ")}</code>,
  };
}

function moment(text: MerchantText, now: Date, at: Date | null) {
  return at ? <Moment text={text} at={at} now={now} /> : text.messages.console.never;
}
