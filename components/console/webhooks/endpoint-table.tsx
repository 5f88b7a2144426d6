import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { EndpointWithLatest } from "#lib/webhooks/endpoints/endpoint.ts";
import { EndpointBadges, eventTypesWords } from "./endpoint-badges.tsx";
import { deliveryStatusOf, shortResult } from "./result-words.ts";

type Props = { text: MerchantText; endpoints: EndpointWithLatest[]; now: Date };

export function EndpointTable({ text, endpoints, now }: Props) {
  const words = text.messages.webhooks.list;
  const columns: Column<EndpointWithLatest>[] = [
    {
      key: "endpoint",
      head: words.endpoint,
      cell: ({ id, name, url }) => (
        <span className="grid gap-0.5">
          <PageLink className="link" href={consolePath(`/webhooks/${id}`, text.linkQuery)}>
            {name ?? url}
          </PageLink>
          {name && <span className="text-muted">{url}</span>}
        </span>
      ),
    },
    {
      key: "events",
      head: words.events,
      cell: ({ eventTypes }) => eventTypesWords(text, eventTypes),
    },
    {
      key: "state",
      head: words.state,
      cell: (endpoint) => <EndpointBadges text={text} endpoint={endpoint} />,
    },
    {
      key: "latest",
      head: words.latest,
      cell: ({ latest }) => <Latest text={text} latest={latest} now={now} />,
    },
  ];
  return (
    <DataTable caption={words.caption} columns={columns} rows={endpoints} rowKey={({ id }) => id} />
  );
}

function Latest({
  text,
  latest,
  now,
}: Pick<Props, "text" | "now"> & Pick<EndpointWithLatest, "latest">) {
  const words = text.messages.webhooks;
  if (!latest) return <span className="text-muted">{words.list.none}</span>;
  const { status, startedAt } = latest;
  const { key, tone } = deliveryStatusOf({ status, attemptCount: startedAt ? 1 : 0 });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{words.status[key]}</Badge>
      {startedAt && (
        <span className="text-muted">
          {shortResult(latest)} · <Moment text={text} at={startedAt} now={now} />
        </span>
      )}
    </span>
  );
}
