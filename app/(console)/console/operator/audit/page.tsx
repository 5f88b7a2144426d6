import { AuditFilter } from "#components/console/audit/audit-filter.tsx";
import { AuditTable } from "#components/console/audit/audit-table.tsx";
import { ListPages } from "#components/console/operator/list-pages.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { actionOf } from "../../settings/audit/action-of.ts";
import { OperatorPage, operatorMetadata } from "../operator-page.tsx";

const PATH = "/operator/audit";

export const generateMetadata = operatorMetadata("audit");

export default async function OperatorAuditPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireOperator(PATH);
  const [text, query, { auditPages, clock }] = await Promise.all([
    merchantText(),
    searchParams,
    getServices(),
  ]);
  const { operator: words, audit } = text.messages;
  const action = actionOf(query["action"], audit.actions);
  const before = readId("aud", query["before"]);
  const { entries, names, hasMore } = await auditPages.read({ action, before });
  const kept = { action, ...text.linkQuery };
  return (
    <OperatorPage visit={visit} section="audit" title={words.pages.audit} lead={words.audit.lead}>
      <AuditFilter text={text} path={PATH} action={action} />
      {entries.length > 0 ? (
        <Card>
          <AuditTable text={text} entries={entries} names={names} now={clock.now()} hasAccounts />
        </Card>
      ) : (
        <EmptyState {...audit.end} />
      )}
      <ListPages
        text={text}
        first={before && consolePath(PATH, kept)}
        next={hasMore ? consolePath(PATH, { ...kept, before: entries.at(-1)?.id }) : undefined}
      />
    </OperatorPage>
  );
}
