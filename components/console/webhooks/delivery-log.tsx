import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { DeliveryPage } from "#lib/webhooks/deliveries/delivery.ts";
import { DELIVERY_STATUSES, type DeliveryStatus } from "#lib/webhooks/model/delivery-status.ts";

type Filter = { status?: DeliveryStatus | undefined; search?: string | undefined };
type Props = { text: MerchantText; endpointId: string; filter: Filter };

const pathTo = ({ text, endpointId }: Props, query: Record<string, string | undefined>) =>
  consolePath(`/webhooks/${endpointId}`, { ...query, ...text.linkQuery });

export function DeliveryFilter(props: Props) {
  const { text, endpointId, filter } = props;
  const { log: words, filters } = text.messages.webhooks;
  const choices = [
    { value: undefined, label: words.all },
    ...DELIVERY_STATUSES.map((value) => ({ value, label: filters[value] })),
  ];
  const kept = { status: filter.status, ...text.linkQuery };
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <nav aria-label={words.filter}>
        <ul className="flex flex-wrap gap-2">
          {choices.map(({ value, label }) => (
            <li key={label}>
              <PageLink
                href={pathTo(props, { status: value, q: filter.search })}
                aria-current={value === filter.status ? "true" : undefined}
                className={`inline-flex min-h-11 items-center rounded-soft border px-3 no-underline ${value === filter.status ? "border-accent bg-accent-tint font-semibold text-accent" : "border-line text-ink hover:bg-sunken"}`}
              >
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <search className="w-full sm:w-auto">
        <PageForm
          action={consolePath(`/webhooks/${endpointId}`)}
          className="flex flex-wrap items-end gap-2"
        >
          {Object.entries(kept).map(
            ([name, value]) =>
              value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <div className="min-w-0 flex-1 sm:w-64">
            <Field
              name="q"
              label={words.search}
              autoComplete="off"
              defaultValue={filter.search ?? ""}
            />
          </div>
          <Button look="secondary">{words.find}</Button>
        </PageForm>
      </search>
    </div>
  );
}

export function DeliveryPages(props: Props & { page: DeliveryPage }) {
  const { text, filter, page } = props;
  const { newer, older } = text.messages.console;
  const { deliveries, hasNewer, hasOlder } = page;
  const to = (cursor: { before: string | undefined } | { after: string | undefined }) =>
    `${pathTo(props, { status: filter.status, q: filter.search, ...cursor })}#deliveries`;
  if (deliveries.length === 0 || !(hasNewer || hasOlder)) return null;
  return (
    <p className="flex gap-4">
      {hasNewer && (
        <PageLink className="link" href={to({ after: deliveries[0]?.delivery.id })}>
          {newer}
        </PageLink>
      )}
      {hasOlder && (
        <PageLink className="link" href={to({ before: deliveries.at(-1)?.delivery.id })}>
          {older}
        </PageLink>
      )}
    </p>
  );
}
