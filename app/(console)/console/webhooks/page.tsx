import { DoneBanner } from "#components/console/webhooks/done-banner.tsx";
import { EndpointTable } from "#components/console/webhooks/endpoint-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";

export const generateMetadata = titleOf((words) => words.webhooks.title);

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit("viewer", "/console/webhooks");
  const query = await searchParams;
  const mode = modeOf(query);
  const { webhooks, clock, sandboxEnabled } = await getServices();
  const hasReceiver = mode === "test" && (await sandboxEnabled());
  const [text, endpoints] = await Promise.all([
    merchantText(),
    webhooks.listEndpoints({ accountId: visit.account.id, mode }),
  ]);
  const words = text.messages.webhooks;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery };
  const canAdd = allows(visit.role, "developer") && !visit.account.closedAt;
  const add = canAdd && (
    <PageButton href={consolePath("/webhooks/new", along)}>{words.add}</PageButton>
  );
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks" mode={mode} guide="webhook">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        {endpoints.length > 0 && add}
      </div>
      <DoneBanner text={text} done={query["done"]} />
      {endpoints.length === 0 ? (
        <EmptyState title={words.empty[mode]} lead={words.empty.lead}>
          {add || <p className="text-muted text-sm">{words.needsDeveloper}</p>}
        </EmptyState>
      ) : (
        <Card padding="regular">
          <EndpointTable text={text} endpoints={endpoints} now={clock.now()} />
        </Card>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {hasReceiver && (
          <PageLink className="link" href={consolePath("/webhooks/receiver", text.linkQuery)}>
            {words.receiver.title}
          </PageLink>
        )}
        <PageLink className="link" href={consolePath("/webhooks/check", text.linkQuery)}>
          {words.checkLink}
        </PageLink>
      </p>
    </ConsolePage>
  );
}
