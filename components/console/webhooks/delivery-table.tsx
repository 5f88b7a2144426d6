import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { LoggedDelivery } from "#lib/webhooks/deliveries/delivery.ts";
import { deliveryStatusOf, shortResult } from "./result-words.ts";

type Props = { text: MerchantText; endpointId: string; rows: LoggedDelivery[]; now: Date };

export function DeliveryTable({ text, endpointId, rows, now }: Props) {
  const { log: words, status: statuses, types } = text.messages.webhooks;
  const columns: Column<LoggedDelivery>[] = [
    {
      key: "event",
      head: words.event,
      cell: ({ event, delivery }) => (
        <a
          className="link"
          href={consolePath(`/webhooks/${endpointId}/deliveries/${delivery.id}`, text.linkQuery)}
        >
          {types[event.type]}
        </a>
      ),
    },
    {
      key: "happened",
      head: words.happened,
      cell: ({ event }) => <Moment text={text} at={event.createdAt} now={now} />,
    },
    {
      key: "status",
      head: words.status,
      cell: ({ delivery }) => {
        const { key, tone } = deliveryStatusOf(delivery);
        return <Badge tone={tone}>{statuses[key]}</Badge>;
      },
    },
    {
      key: "result",
      head: words.result,
      cell: ({ attempt }) => (attempt ? shortResult(attempt) : words.none),
    },
    {
      key: "next",
      head: words.next,
      cell: ({ delivery: { nextAttemptAt } }) =>
        nextAttemptAt ? <Moment text={text} at={nextAttemptAt} now={now} /> : words.none,
    },
  ];
  return (
    <DataTable
      caption={words.caption}
      columns={columns}
      rows={rows}
      rowKey={({ delivery }) => delivery.id}
    />
  );
}
