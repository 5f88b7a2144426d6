import { EmptyState } from "#components/ui/empty-state.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type LoggedDelivery,
} from "#lib/webhooks/deliveries/delivery.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { DeliveryTable } from "./delivery-table.tsx";

type Props = {
  text: MerchantText;
  endpoint: Pick<EndpointView, "id" | "mode">;
  rows: LoggedDelivery[];
  status: DeliveryStatus | undefined;
  /** Cursor; absent on the newest page. */
  before: string | undefined;
  hasOlder: boolean;
  now: Date;
};

export function DeliveryLog({ text, endpoint, rows, status, before, hasOlder, now }: Props) {
  const { log: words, filters } = text.messages.webhooks;
  const common = text.messages.console;
  const to = (query: Record<string, string | undefined>) =>
    `${consolePath(`/webhooks/${endpoint.id}`, { ...query, ...text.linkQuery })}#deliveries`;
  const choices = [
    { value: undefined, label: words.all },
    ...DELIVERY_STATUSES.map((value) => ({ value, label: filters[value] })),
  ];
  return (
    <>
      <nav aria-label={words.filter}>
        <ul className="flex flex-wrap gap-2">
          {choices.map(({ value, label }) => (
            <li key={label}>
              <a
                href={to({ status: value })}
                aria-current={value === status ? "true" : undefined}
                className={`inline-flex min-h-11 items-center rounded-soft border px-3 no-underline ${value === status ? "border-accent bg-accent-tint font-semibold text-accent" : "border-line text-ink hover:bg-sunken"}`}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {rows.length > 0 ? (
        <DeliveryTable text={text} endpointId={endpoint.id} rows={rows} now={now} />
      ) : (
        <EmptyState
          title={status ? words.noneOf : words.empty}
          lead={status ? words.noneOfLead : text.format(words.emptyLead, { mode: endpoint.mode })}
        />
      )}
      {(before || hasOlder) && (
        <p className="flex gap-4">
          {before && (
            <a className="link" href={to({ status })}>
              {common.newer}
            </a>
          )}
          {hasOlder && (
            <a className="link" href={to({ status, before: rows.at(-1)?.delivery.id })}>
              {common.older}
            </a>
          )}
        </p>
      )}
    </>
  );
}
