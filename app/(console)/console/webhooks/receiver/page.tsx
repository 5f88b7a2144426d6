import { notFound } from "next/navigation";
import { FollowVersion } from "#components/console/follow-version.tsx";
import { ReceivedList } from "#components/console/webhooks/received-list.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { TestEvent } from "#components/console/webhooks/test-event.tsx";
import { testWords } from "#components/console/webhooks/test-words.ts";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { ConsolePage } from "../../console-page.tsx";
import { createEndpointAction, sendTestAction } from "../actions.ts";
import { findReceiver } from "../find-receiver.ts";

export const generateMetadata = titleOf((words) => words.webhooks.receiver.title);

/** Shows the webhooks that arrived for the account in test mode. */
export default async function ReceiverPage() {
  const visit = await requireVisit("viewer", "/console/webhooks/receiver");
  const receiver = (await findReceiver(visit.account.id)) ?? notFound();
  const { messages, linkQuery } = await merchantText();
  const words = messages.webhooks.receiver;
  const canChange = allows(visit.role, "developer") && !visit.account.closedAt;
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks/receiver" guide="webhook">
      <PageLink className="link justify-self-start" href={consolePath("/webhooks", linkQuery)}>
        {messages.webhooks.back}
      </PageLink>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {receiver.endpoint ? (
        <Received accountId={visit.account.id} endpoint={receiver.endpoint} canChange={canChange} />
      ) : (
        <EmptyState title={words.none} lead={words.addLead}>
          {canChange ? (
            <AddReceiver url={receiver.url} />
          ) : (
            <p className="text-muted text-sm">{messages.webhooks.needsDeveloper}</p>
          )}
        </EmptyState>
      )}
    </ConsolePage>
  );
}

async function AddReceiver({ url }: { url: string }) {
  const { messages } = await merchantText();
  const words = messages.webhooks.receiver;
  return (
    <ActionForm action={createEndpointAction} className="grid justify-items-center gap-4">
      <input type="hidden" name="mode" value="test" />
      <input type="hidden" name="url" value={url} />
      <input type="hidden" name="name" value="" />
      {OUTCOME_EVENTS.map((type) => (
        <input key={type} type="hidden" name={type} value="on" />
      ))}
      <SubmitButton>{words.add}</SubmitButton>
    </ActionForm>
  );
}

type ReceivedProps = { accountId: string; endpoint: EndpointView; canChange: boolean };

async function Received({ accountId, endpoint, canChange }: ReceivedProps) {
  const { testReceiver, clock } = await getServices();
  const [text, received] = await Promise.all([merchantText(), testReceiver.list(accountId)]);
  const words = text.messages.webhooks.receiver;
  return (
    <>
      {endpoint.disabledAt && (
        <Banner tone="warning">
          <p>{words.disabled}</p>
        </Banner>
      )}
      <Section id="received" title={words.received}>
        <p className="text-muted">
          {words.kept}{" "}
          <PageLink className="link" href={consolePath(`/webhooks/${endpoint.id}`, text.linkQuery)}>
            {words.endpoint}
          </PageLink>
        </p>
        {canChange && !endpoint.disabledAt && (
          <TestEvent action={sendTestAction} endpointId={endpoint.id} words={testWords(text)} />
        )}
        {received.length > 0 ? (
          <ReceivedList text={text} received={received} now={clock.now()} />
        ) : (
          <EmptyState title={words.none} lead={words.noneLead}>
            {canChange && (
              <PageButton look="secondary" href={consolePath("/first-payment", text.linkQuery)}>
                {words.pay}
              </PageButton>
            )}
          </EmptyState>
        )}
        <FollowVersion address="/console/webhooks/receiver/state" version={received[0]?.id ?? ""} />
      </Section>
    </>
  );
}
