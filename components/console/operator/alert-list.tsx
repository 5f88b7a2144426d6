import { Badge } from "#components/ui/badge.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { BankAlert } from "#lib/payments/model/bank-alert.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Found = {
  alert: {
    id: string;
    kind: BankAlert["kind"];
    transactionId: string;
    ourStatus: string;
    bankStatus: string;
    bankPaymentId: string | null;
    createdAt: Date;
    resolvedAt: Date | null;
    resolvedNote: string | null;
  };
  accountId: string;
  amount: number;
  currency: string;
  status: string;
  bankId: string;
  endToEndId: string;
};

type FilterProps = { text: MerchantText; mode: Mode; isAll: boolean };

export function AlertFilters({ text, mode, isAll }: FilterProps) {
  const words = text.messages.operator.alerts;
  const choices = (["live", "test"] as const).flatMap((one) => [
    { mode: one, show: undefined, label: `${words[one]}, ${words.open.toLowerCase()}` },
    { mode: one, show: "all", label: `${words[one]}, ${words.all.toLowerCase()}` },
  ]);
  return (
    <Tabs
      label={words.filter}
      tabs={choices.map(({ label, ...query }) => ({
        href: consolePath("/operator/alerts", { ...query, ...text.linkQuery }),
        label,
        isCurrent: query.mode === mode && (query.show === "all") === isAll,
      }))}
    />
  );
}

export function AlertTable({ text, rows, now }: { text: MerchantText; rows: Found[]; now: Date }) {
  const words = text.messages.operator.alerts;
  return (
    <DataTable
      caption={words.caption}
      rows={rows}
      rowKey={({ alert }) => alert.id}
      columns={[
        {
          key: "kind",
          head: words.kind,
          cell: ({ alert }) => (
            <PageLink
              className="link font-medium"
              href={consolePath(`/operator/alerts/${alert.id}`, text.linkQuery)}
            >
              {words.kinds[alert.kind]}
            </PageLink>
          ),
        },
        { key: "bank", head: words.bank, cell: ({ bankId }) => bankId },
        {
          key: "amount",
          head: words.amount,
          cell: ({ amount, currency }) => text.amount(amount, currency),
          figures: true,
        },
        {
          key: "state",
          head: words.state,
          cell: ({ alert }) => (
            <Badge tone={alert.resolvedAt ? "neutral" : "warning"}>
              {alert.resolvedAt ? words.resolved : words.open}
            </Badge>
          ),
        },
        {
          key: "found",
          head: words.found,
          cell: ({ alert }) => <Moment text={text} at={alert.createdAt} now={now} />,
          figures: true,
        },
      ]}
    />
  );
}

export function AlertFacts({ text, found, now }: { text: MerchantText; found: Found; now: Date }) {
  const words = text.messages.operator.alerts;
  const { alert } = found;
  const mono = (value: string) => <span className="font-mono text-sm">{value}</span>;
  return (
    <Facts
      facts={[
        { label: words.found, value: <Moment text={text} at={alert.createdAt} now={now} /> },
        { label: words.bank, value: found.bankId },
        {
          label: words.amount,
          value: text.amount(found.amount, found.currency),
          figures: true,
        },
        { label: words.ourStatus, value: alert.ourStatus },
        { label: words.bankStatus, value: alert.bankStatus },
        { label: words.endToEndId, value: mono(found.endToEndId) },
        {
          label: words.bankPaymentId,
          value: alert.bankPaymentId ? mono(alert.bankPaymentId) : words.unknown,
        },
        { label: words.transaction, value: mono(alert.transactionId) },
        {
          label: words.account,
          value: (
            <PageLink
              className="link font-mono text-sm"
              href={consolePath(`/operator/accounts/${found.accountId}`, text.linkQuery)}
            >
              {found.accountId}
            </PageLink>
          ),
        },
        ...(alert.resolvedAt
          ? [
              {
                label: words.resolved,
                value: <Moment text={text} at={alert.resolvedAt} now={now} />,
              },
              { label: words.note, value: alert.resolvedNote ?? "" },
            ]
          : []),
      ]}
    />
  );
}
