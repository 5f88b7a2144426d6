import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { LoggedDelivery } from "#lib/webhooks/deliveries/delivery.ts";
import { deliveryStatusOf, shortResult } from "./result-words.ts";
import { SelectRow } from "./select-row.tsx";

type Props = {
  text: MerchantText;
  endpointId: string;
  rows: LoggedDelivery[];
  now: Date;
  /** Inside a form: each row has a checkbox `id`. */
  isSelectable: boolean;
};

export function DeliveryTable({ isSelectable, ...props }: Props) {
  const { text, rows } = props;
  const { log: words } = text.messages.webhooks;
  const select: Column<LoggedDelivery> = {
    key: "select",
    head: words.select,
    cell: ({ delivery, event, order }) => (
      <SelectRow
        value={delivery.id}
        label={text.format(words.selectOne, { name: order?.externalId ?? event.id })}
      />
    ),
  };
  const columns = columnsOf(props);
  return (
    <DataTable
      caption={words.caption}
      columns={isSelectable ? [select, ...columns] : columns}
      rows={rows}
      rowKey={({ delivery }) => delivery.id}
    />
  );
}

function columnsOf({
  text,
  endpointId,
  now,
}: Omit<Props, "isSelectable">): Column<LoggedDelivery>[] {
  const { log: words, types } = text.messages.webhooks;
  return [
    {
      key: "event",
      head: words.event,
      cell: ({ event, delivery }) => (
        <span className="grid gap-0.5">
          <PageLink
            className="link"
            href={consolePath(`/webhooks/${endpointId}/deliveries/${delivery.id}`, text.linkQuery)}
          >
            {types[event.type]}
          </PageLink>
          <span className="text-muted text-xs max-sm:hidden">{event.id}</span>
        </span>
      ),
    },
    {
      key: "order",
      head: words.order,
      cell: ({ event, order }) =>
        event.transactionId ? (
          <PageLink
            className="link"
            href={consolePath(`/payments/${event.transactionId}`, text.linkQuery)}
          >
            {order?.externalId ?? event.transactionId}
          </PageLink>
        ) : (
          words.none
        ),
    },
    {
      key: "amount",
      head: text.messages.common.amount,
      figures: true,
      cell: ({ order }) => (order ? text.amount(order.amount, order.currency) : words.none),
    },
    {
      key: "result",
      head: words.result,
      cell: (row) => <Result text={text} row={row} now={now} />,
    },
    {
      key: "happened",
      head: words.happened,
      cell: ({ event }) => <Moment text={text} at={event.createdAt} now={now} />,
    },
  ];
}

function Result({ text, row, now }: { text: MerchantText; row: LoggedDelivery; now: Date }) {
  const { log: words, status: statuses } = text.messages.webhooks;
  const { delivery, attempt } = row;
  const { key, tone } = deliveryStatusOf(delivery);
  const { nextAttemptAt, attemptCount } = delivery;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
      <Badge tone={tone}>{statuses[key]}</Badge>
      {attempt && <span className="tabular-nums">{shortResult(attempt)}</span>}
      {nextAttemptAt && attemptCount > 0 && (
        <span className="text-muted">
          {words.next} <Moment text={text} at={nextAttemptAt} now={now} />
        </span>
      )}
    </span>
  );
}
