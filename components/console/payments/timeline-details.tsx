import type { ReactNode } from "react";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type {
  PaymentAttempt,
  PaymentDelivery,
} from "#lib/console/payment-history/history/history.ts";
import type { TimelineEntry } from "#lib/console/payment-history/history/timeline.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { hostOf } from "./timeline-words.ts";

type Props = { text: MerchantText; entry: TimelineEntry };

export function EntryDetails({ text, entry }: Props) {
  switch (entry.kind) {
    case "attempt_started":
      return <AttemptIds text={text} one={entry.attempt} />;
    case "bank_reported":
      return <BankStatus text={text} one={entry.attempt} />;
    case "event":
      return <EventId text={text} entry={entry} />;
    case "queued":
      return <OnItsWay text={text} delivery={entry.delivery} />;
    case "delivery_attempt":
      return entry.attempt.error === null ? null : <Lines lines={[[entry.attempt.error]]} />;
    default:
      return null;
  }
}

function EventId({
  text,
  entry,
}: {
  text: MerchantText;
  entry: Extract<TimelineEntry, { kind: "event" }>;
}) {
  return (
    <>
      <Lines lines={[[entry.eventId]]} />
      {!entry.hasEndpoint && (
        <p className="text-muted text-sm">{text.messages.payments.timeline.noEndpoint}</p>
      )}
    </>
  );
}

function AttemptIds({ text, one }: { text: MerchantText; one: PaymentAttempt }) {
  const words = text.messages.payments.timeline;
  return (
    <Lines
      lines={[
        [one.endToEndId, words.endToEndId],
        ...(one.bankPaymentId === null
          ? []
          : [[one.bankPaymentId, words.bankPaymentId] satisfies Line]),
      ]}
    />
  );
}

function BankStatus({ text, one }: { text: MerchantText; one: PaymentAttempt }) {
  if (one.bankStatus === null) return null;
  return <Lines lines={[[one.bankStatus, text.messages.payments.timeline.bankStatus]]} />;
}

function OnItsWay({ text, delivery }: { text: MerchantText; delivery: PaymentDelivery }) {
  const words = text.messages.payments.timeline;
  const { id, endpointId, endpointUrl, nextAttemptAt } = delivery;
  return (
    <div className="grid gap-1 text-sm">
      {nextAttemptAt && (
        <p className="text-muted">
          {words.nextAttempt}: <ExactTime at={nextAttemptAt} />
        </p>
      )}
      <p>
        <PageLink
          className="link"
          href={consolePath(`/webhooks/${endpointId}/deliveries/${id}`, text.linkQuery)}
          aria-label={text.format(words.deliveryTo, { host: hostOf(endpointUrl) })}
        >
          {words.delivery}
        </PageLink>
      </p>
    </div>
  );
}

type Line = [value: ReactNode, label?: string];

function Lines({ lines }: { lines: Line[] }) {
  return (
    <div className="grid gap-0.5 text-muted text-sm">
      {lines.map(([value, label]) => (
        <p key={label ?? "value"} className="wrap-anywhere">
          {label && `${label}: `}
          <code className="font-mono">{value}</code>
        </p>
      ))}
    </div>
  );
}
