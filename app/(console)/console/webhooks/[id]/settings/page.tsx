import { EndpointFacts } from "#components/console/webhooks/endpoint-facts.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { VerifyExamples } from "#components/console/webhooks/verify-examples.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { EndpointPage, type EndpointPageProps, openEndpoint } from "../endpoint-page.tsx";
import { PowerSection, SecretSection, SettingsSection } from "../setup.tsx";

export const generateMetadata = titleOf((words) => words.webhooks.facts.title);

export default async function EndpointSettingsPage(props: EndpointPageProps) {
  const { id } = await props.params;
  const visit = await requireVisit("viewer", consolePath(`/webhooks/${id}/settings`));
  const opened = await openEndpoint(visit, props);
  const { endpoint, query, canChange } = opened;
  const text = await merchantText();
  const words = text.messages.webhooks;
  const { snippet } = query;
  return (
    <EndpointPage {...opened} tab="settings">
      <Section id="facts" title={words.facts.title}>
        <EndpointFacts text={text} endpoint={endpoint} />
      </Section>
      {canChange && <SettingsSection endpoint={endpoint} />}
      {canChange && <SecretSection endpoint={endpoint} />}
      <Section id="verify" title={words.verify.title}>
        <VerifyExamples
          text={text}
          url={endpoint.url}
          chosen={typeof snippet === "string" ? snippet : undefined}
        />
      </Section>
      {canChange && <PowerSection endpoint={endpoint} />}
    </EndpointPage>
  );
}
