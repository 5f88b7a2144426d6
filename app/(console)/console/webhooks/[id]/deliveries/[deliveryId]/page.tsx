import { notFound } from "next/navigation";
import { AttemptList } from "#components/console/webhooks/attempt-list.tsx";
import { DeliveryFacts } from "#components/console/webhooks/delivery-facts.tsx";
import { DoneBanner } from "#components/console/webhooks/done-banner.tsx";
import { Payload } from "#components/console/webhooks/payload.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FullDelivery } from "#lib/webhooks/deliveries/delivery.ts";
import { TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import { ConsolePage } from "../../../../console-page.tsx";
import type { PageQuery } from "../../../../mode.ts";
import { redeliverAction } from "../../../resend-actions.ts";
import { type DeliveryParams, findDelivery } from "./find-delivery.ts";

type Props = DeliveryParams & { searchParams: Promise<PageQuery> };

export const generateMetadata = titleOf((words) => words.webhooks.delivery.facts);

export default async function DeliveryPage({ params, searchParams }: Props) {
  const { id, deliveryId } = await params;
  const path = `/webhooks/${id}/deliveries/${deliveryId}` as const;
  const visit = await requireVisit("viewer", consolePath(path));
  const [text, { done }, found] = await Promise.all([
    merchantText(),
    searchParams,
    findDelivery(visit.account.id, { params }).catch((error: unknown) => {
      if (isAppError(error) && error.code === "not_found") notFound();
      throw error;
    }),
  ]);
  const words = text.messages.webhooks;
  const { event, endpoint } = found;
  const canChange = allows(visit.role, "developer") && !visit.account.closedAt;
  const list = { mode: endpoint.mode === "live" ? "live" : undefined, ...text.linkQuery };
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks" mode={endpoint.mode}>
      <PageLink
        className="link justify-self-start"
        href={
          endpoint.deletedAt
            ? consolePath("/webhooks", list)
            : consolePath(`/webhooks/${endpoint.id}`, text.linkQuery)
        }
      >
        {endpoint.deletedAt ? words.back : words.delivery.back}
      </PageLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle>
          {text.format(words.delivery.title, { event: words.types[event.type] })}
        </PageTitle>
        <Badge tone={endpoint.mode === "test" ? "warning" : "neutral"}>
          {text.messages.console.mode[endpoint.mode]}
        </Badge>
      </div>
      <DoneBanner text={text} done={done} />
      <Section id="facts" title={words.delivery.facts}>
        <DeliveryFacts text={text} found={found} />
        {(canChange || endpoint.deletedAt) && <SendAgain text={text} found={found} />}
      </Section>
      <Section id="attempts" title={words.delivery.attempts}>
        <Attempts text={text} found={found} />
      </Section>
      <Section id="payload" title={words.delivery.payload}>
        <Payload text={text} payload={event.payload} />
      </Section>
    </ConsolePage>
  );
}

type PartProps = { text: MerchantText; found: FullDelivery };

function Attempts({ text, found: { delivery, attempts } }: PartProps) {
  const words = text.messages.webhooks.delivery;
  const { nextAttemptAt, status } = delivery;
  return (
    <>
      {attempts.length === 0 && (
        <p className="text-muted">{status === "pending" ? words.none : words.noneStopped}</p>
      )}
      {attempts.length > 0 && status === "pending" && nextAttemptAt && (
        <p>
          <TimeWithin text={text} message={words.next} at={nextAttemptAt} />
        </p>
      )}
      {attempts.length > 0 && status === "exhausted" && <p>{words.last}</p>}
      <AttemptList text={text} attempts={attempts} />
    </>
  );
}

function SendAgain({ text, found: { delivery, endpoint, event } }: PartProps) {
  const words = text.messages.webhooks.delivery;
  if (endpoint.disabledAt) {
    return <p className="text-muted">{endpoint.deletedAt ? words.deleted : words.disabled}</p>;
  }
  return (
    <ActionForm action={redeliverAction}>
      <input type="hidden" name="id" value={delivery.id} />
      <input type="hidden" name="endpointId" value={endpoint.id} />
      <p className="text-muted text-sm">
        {event.type === TEST_EVENT ? words.againTest : words.againLead}
      </p>
      <div>
        <SubmitButton look="secondary">{words.again}</SubmitButton>
      </div>
    </ActionForm>
  );
}
