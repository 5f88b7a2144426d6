import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { DoneBanner } from "#components/console/webhooks/done-banner.tsx";
import { EndpointNotices } from "#components/console/webhooks/endpoint-notices.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { ConsolePage } from "../../console-page.tsx";
import type { PageQuery } from "../../mode.ts";

export type EndpointPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageQuery>;
};

export type EndpointVisit = {
  visit: Visit;
  endpoint: EndpointView;
  query: PageQuery;
  canChange: boolean;
};

/** The endpoint's pages below /console/webhooks/[id]. */
const TABS = { deliveries: "", settings: "/settings" } as const;

type Tab = keyof typeof TABS;

export async function openEndpoint(
  visit: Visit,
  { params, searchParams }: EndpointPageProps,
): Promise<EndpointVisit> {
  const { id } = await params;
  const canChange = allows(visit.role, "developer") && !visit.account.closedAt;
  const endpoint = await findEndpoint(visit.account.id, id);
  return { visit, endpoint, query: await searchParams, canChange };
}

type Props = EndpointVisit & { tab: Tab; children: ReactNode };

export async function EndpointPage({ visit, endpoint, query, canChange, tab, children }: Props) {
  const text = await merchantText();
  const words = text.messages.webhooks;
  const { id, mode } = endpoint;
  const list = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery };
  const tabs = (["deliveries", "settings"] as const).map((one) => ({
    href: consolePath(`/webhooks/${id}${TABS[one]}`, text.linkQuery),
    label: words.tabs[one],
    isCurrent: one === tab,
  }));
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks" mode={mode} guide="webhook">
      <PageLink className="link justify-self-start" href={consolePath("/webhooks", list)}>
        {words.back}
      </PageLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle>{endpoint.name ?? new URL(endpoint.url).host}</PageTitle>
        <Badge tone={mode === "test" ? "warning" : "neutral"}>
          {text.messages.console.mode[mode]}
        </Badge>
      </div>
      <Tabs label={words.tabs.label} tabs={tabs} />
      <DoneBanner text={text} done={query["done"]} />
      <EndpointNotices text={text} endpoint={endpoint} canChange={canChange} />
      {!canChange && (
        <p className="text-muted">{visit.account.closedAt ? words.closed : words.needsDeveloper}</p>
      )}
      {children}
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
