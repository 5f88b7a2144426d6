import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DoneBanner } from "#components/console/webhooks/done-banner.tsx";
import { EndpointFacts } from "#components/console/webhooks/endpoint-facts.tsx";
import { EndpointNotices } from "#components/console/webhooks/endpoint-notices.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { VerifyExamples } from "#components/console/webhooks/verify-examples.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/links.ts";
import { allows } from "#lib/identity/members/roles.ts";
import { requireVisit } from "#lib/next/console-session.ts";
import { merchantText } from "#lib/next/text.ts";
import { isAppError } from "#lib/platform/errors.ts";
import { getServices } from "#lib/services/index.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { ConsolePage } from "../../console-page.tsx";
import type { PageQuery } from "../../mode.ts";
import { Deliveries } from "./deliveries.tsx";
import { PowerSection, SecretSection, SettingsSection, TestSection } from "./setup.tsx";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.webhooks.facts.title };
}

export default async function EndpointPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await requireVisit("viewer", consolePath(`/webhooks/${id}`));
  const [text, query, endpoint] = await Promise.all([
    merchantText(),
    searchParams,
    findEndpoint(visit.account.id, id),
  ]);
  const words = text.messages.webhooks;
  const canChange = allows(visit.role, "developer") && !visit.account.closedAt;
  const list = { mode: endpoint.mode === "live" ? "live" : undefined, ...text.linkQuery };
  const { snippet } = query;
  return (
    <ConsolePage visit={visit} section="webhooks" path={`/webhooks/${id}`}>
      <a className="link justify-self-start" href={consolePath("/webhooks", list)}>
        {words.back}
      </a>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle>{endpoint.name ?? new URL(endpoint.url).host}</PageTitle>
        <Badge tone={endpoint.mode === "test" ? "warning" : "neutral"}>
          {text.messages.console.mode[endpoint.mode]}
        </Badge>
      </div>
      <DoneBanner text={text} done={query["done"]} />
      <EndpointNotices text={text} endpoint={endpoint} canChange={canChange} />
      {!canChange && (
        <p className="text-muted">{visit.account.closedAt ? words.closed : words.needsDeveloper}</p>
      )}
      <Section id="facts" title={words.facts.title}>
        <EndpointFacts text={text} endpoint={endpoint} />
      </Section>
      {canChange && <TestSection endpoint={endpoint} />}
      <Deliveries visit={visit} endpoint={endpoint} query={query} canChange={canChange} />
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
    </ConsolePage>
  );
}

async function findEndpoint(accountId: string, id: string): Promise<EndpointView> {
  const { webhooks } = await getServices();
  try {
    return await webhooks.getEndpoint({ accountId, id });
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  }
}
