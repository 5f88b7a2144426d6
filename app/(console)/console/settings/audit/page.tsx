import { AuditFilter } from "#components/console/audit/audit-filter.tsx";
import { AuditTable } from "#components/console/audit/audit-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { AuditAction } from "#lib/platform/audit/log.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { actionOf } from "./action-of.ts";

const PATH = "/settings/audit";

export const generateMetadata = settingsMetadata("audit");

export default async function AuditPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit("viewer", consolePath(PATH));
  const text = await merchantText();
  const words = text.messages.audit;
  const query = await searchParams;
  const action = actionOf(query["action"], words.actions);
  const before = readId("aud", query["before"]);
  const { auditPages, clock } = await getServices();
  const page = await auditPages.read({ accountId: visit.account.id, action, before });
  return (
    <SettingsPage visit={visit} tab="audit" needed="viewer">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{words.title}</h2>
        <p className="text-muted">{words.lead}</p>
      </div>
      <AuditFilter text={text} path={PATH} action={action} />
      {page.entries.length > 0 ? (
        <Card>
          <AuditTable text={text} entries={page.entries} names={page.names} now={clock.now()} />
        </Card>
      ) : (
        <EmptyState {...emptyWords(words, action, before)} />
      )}
      <Pages action={action} before={before} older={page.hasMore && page.entries.at(-1)?.id} />
    </SettingsPage>
  );
}

type PagesProps = {
  action: AuditAction | undefined;
  before: string | undefined;
  /** Cursor of the next page, if there is one. */
  older: string | undefined | false;
};

async function Pages({ action, before, older }: PagesProps) {
  const { messages, linkQuery } = await merchantText();
  const words = messages.audit;
  if (before === undefined && !older) return null;
  return (
    <nav aria-label={words.pages} className="flex flex-wrap gap-3">
      {before !== undefined && (
        <PageButton look="secondary" href={consolePath(PATH, { action, ...linkQuery })}>
          {words.newest}
        </PageButton>
      )}
      {older && (
        <PageButton
          look="secondary"
          href={consolePath(PATH, { action, before: older, ...linkQuery })}
        >
          {words.older}
        </PageButton>
      )}
    </nav>
  );
}

type Words = Awaited<ReturnType<typeof merchantText>>["messages"]["audit"];

function emptyWords(words: Words, action?: AuditAction, before?: string) {
  if (before !== undefined) return words.end;
  return action ? words.emptyFilter : words.empty;
}
