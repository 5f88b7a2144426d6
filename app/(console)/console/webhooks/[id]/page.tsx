import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { Deliveries, Recovery } from "./deliveries.tsx";
import { EndpointPage, type EndpointPageProps, openEndpoint } from "./endpoint-page.tsx";
import { TestSection } from "./setup.tsx";

export const generateMetadata = titleOf((words) => words.webhooks.log.title);

export default async function DeliveriesPage(props: EndpointPageProps) {
  const { id } = await props.params;
  const visit = await requireVisit("viewer", consolePath(`/webhooks/${id}`));
  const opened = await openEndpoint(visit, props);
  const { endpoint, canChange } = opened;
  const { testReceiver } = await getServices();
  const { messages, linkQuery } = await merchantText();
  const isReceiver = endpoint.mode === "test" && testReceiver.isAt(visit.account.id, endpoint.url);
  return (
    <EndpointPage {...opened} tab="deliveries">
      {isReceiver && (
        <p>
          <PageLink className="link" href={consolePath("/webhooks/receiver", linkQuery)}>
            {messages.webhooks.receiver.show}
          </PageLink>
        </p>
      )}
      <Deliveries {...opened} />
      {canChange && <TestSection endpoint={endpoint} />}
      {canChange && <Recovery endpoint={endpoint} />}
    </EndpointPage>
  );
}
