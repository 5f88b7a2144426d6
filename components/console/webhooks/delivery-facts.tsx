import { Badge } from "#components/ui/badge.tsx";
import { CopyIcon } from "#components/ui/copy-icon.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FullDelivery } from "#lib/webhooks/deliveries/delivery.ts";
import { deliveryStatusOf } from "./result-words.ts";

export function DeliveryFacts({ text, found }: { text: MerchantText; found: FullDelivery }) {
  const { webhooks } = text.messages;
  const words = webhooks.delivery;
  const { delivery, event, endpoint } = found;
  const { key, tone } = deliveryStatusOf(delivery);
  const id = (value: string) => (
    <span className="inline-flex items-center gap-1">
      {value}
      <CopyIcon text={value} />
    </span>
  );
  const payment: Fact[] = event.transactionId
    ? [
        {
          label: words.payment,
          figures: true,
          value: (
            <PageLink
              className="link"
              href={consolePath(`/payments/${event.transactionId}`, text.linkQuery)}
            >
              {event.transactionId}
            </PageLink>
          ),
        },
      ]
    : [];
  const facts: Fact[] = [
    { label: words.status, value: <Badge tone={tone}>{webhooks.status[key]}</Badge> },
    { label: words.type, value: event.type },
    ...payment,
    { label: words.endpoint, value: endpoint.url },
    { label: words.happened, value: <ExactTime at={event.createdAt} /> },
    { label: words.event, figures: true, value: id(event.id) },
    { label: words.id, figures: true, value: id(delivery.id) },
  ];
  return <Facts facts={facts} />;
}
