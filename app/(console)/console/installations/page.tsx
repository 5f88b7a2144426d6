import {
  MethodCards,
  type MethodSummary,
} from "#components/console/installations/method-cards.tsx";
import { Section } from "#components/console/settings/section.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import { INTEGRATION_METHODS } from "#lib/merchants/model/integration-method.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";
import { methodPath } from "./setup.ts";

export const generateMetadata = titleOf((words) => words.installations.title);

export default async function InstallationsPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireVisit("viewer", "/console/installations");
  const mode = modeOf(await searchParams);
  const { apiKeys, clock } = await getServices();
  const [text, keys] = await Promise.all([merchantText(), apiKeys.list(visit.account.id, mode)]);
  const words = text.messages.installations;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const summaries = INTEGRATION_METHODS.map((method): MethodSummary => {
    const own = keys.filter((key) => key.method === method);
    return {
      method,
      href: consolePath(methodPath(method), along),
      activeKeys: own.filter(({ revokedAt }) => revokedAt === null).length,
      lastCallAt: lastCall(own),
    };
  });
  return (
    <ConsolePage
      visit={visit}
      section="installations"
      path="/installations"
      mode={mode}
      guide="key"
    >
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <MethodCards text={text} now={clock.now()} summaries={summaries} />
      <Section id="scopes" title={words.scopes.title} lead={words.scopes.lead}>
        <p>
          <PageLink className="link" href={consolePath("/installations/scoped", along)}>
            {words.scopes.open}
          </PageLink>
        </p>
      </Section>
    </ConsolePage>
  );
}

function lastCall(keys: ApiKeyOverview[]): Date | null {
  const times = keys.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
