import { DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { AuditAction } from "#lib/platform/audit/log.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export type AuditLine = {
  id: string;
  actor: string;
  action: string;
  target: string;
  accountId: string | null;
  details: Record<string, string | number | boolean>;
  createdAt: Date;
};

type Props = {
  text: MerchantText;
  entries: AuditLine[];
  names: ReadonlyMap<string, string>;
  now: Date;
  /** Shows the account of each entry, and links nowhere: for operators. */
  hasAccounts?: boolean;
};

// Merchants do not learn which person it was.
const OPERATORS_ACTIONS: ReadonlySet<string> = new Set<AuditAction>([
  "account.closed",
  "account.whitelisted",
  "account.unwhitelisted",
  "payee.confirmed",
  "bank_alert.resolved",
]);

export function AuditTable({ text, entries, names, now, hasAccounts = false }: Props) {
  const words = text.messages.audit;
  return (
    <DataTable
      caption={words.caption}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "what",
          head: words.what,
          cell: (entry) => (
            <span className="grid gap-0.5">
              <span className="font-medium">{actionInWords(text, entry.action)}</span>
              <Details text={text} details={entry.details} />
            </span>
          ),
        },
        {
          key: "who",
          head: words.who,
          cell: ({ actor, action }) =>
            !hasAccounts && OPERATORS_ACTIONS.has(action)
              ? actorInWords(text, actor.startsWith("usr_") ? "operator" : actor, names)
              : actorInWords(text, actor, names),
        },
        {
          key: "target",
          head: words.target,
          cell: ({ target }) => (
            <Target text={text} target={target} names={names} isLink={!hasAccounts} />
          ),
        },
        ...(hasAccounts
          ? [
              {
                key: "account",
                head: text.messages.operator.audit.account,
                cell: ({ accountId }: AuditLine) => (
                  <AccountLink text={text} accountId={accountId} />
                ),
              },
            ]
          : []),
        {
          key: "when",
          head: words.when,
          cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
          figures: true,
        },
      ]}
    />
  );
}

/** An action of an older release falls back to its name. */
function actionInWords(text: MerchantText, action: string): string {
  const { actions } = text.messages.audit;
  return Object.hasOwn(actions, action) ? actions[action as AuditAction] : action;
}

function actorInWords(text: MerchantText, actor: string, names: Props["names"]): string {
  const words = text.messages.audit;
  if (actor === "operator") return words.operator;
  if (actor === "system") return words.system;
  if (actor === "demo") return words.demo;
  if (actor.startsWith("key_")) return words.apiKey;
  return names.get(actor) ?? words.formerUser;
}

/** By the prefix of the item's id. */
const PAGES: Record<string, `/${string}` | undefined> = {
  txn: "/payments",
  whep: "/webhooks",
};

type TargetProps = Pick<Props, "text" | "names"> & { target: string; isLink: boolean };

function AccountLink({ text, accountId }: { text: MerchantText; accountId: string | null }) {
  if (accountId === null) return text.messages.operator.audit.deployment;
  return (
    <PageLink
      className="link font-mono"
      href={consolePath(`/operator/accounts/${accountId}`, text.linkQuery)}
    >
      {accountId}
    </PageLink>
  );
}

function Target({ text, target, names, isLink }: TargetProps) {
  const name = names.get(target);
  if (name !== undefined) return name;
  const page = PAGES[target.split("_")[0] ?? ""];
  if (page === undefined || !isLink) return <span className="font-mono text-muted">{target}</span>;
  return (
    <PageLink className="link font-mono" href={consolePath(`${page}/${target}`, text.linkQuery)}>
      {target}
    </PageLink>
  );
}

function Details({ text, details }: Pick<AuditLine, "details"> & { text: MerchantText }) {
  const words = text.messages.audit;
  const facts = Object.entries(details).map(([key, value]) => {
    const name = Object.hasOwn(words.details, key)
      ? words.details[key as keyof typeof words.details]
      : key;
    const shown = typeof value === "boolean" ? (value ? words.yes : words.no) : String(value);
    return text.format(words.detail, { name, value: shown });
  });
  if (facts.length === 0) return null;
  return <span className="text-muted">{facts.join(" · ")}</span>;
}
