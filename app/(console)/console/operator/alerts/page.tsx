import { AlertFilters, AlertTable } from "#components/console/operator/alert-list.tsx";
import { ListPages } from "#components/console/operator/list-pages.tsx";
import { UnpayableAccounts } from "#components/console/operator/unpayable-accounts.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { noticeOf, OperatorPage, operatorMetadata } from "../operator-page.tsx";

const PAGE = 50;
const PATH = "/operator/alerts";

export const generateMetadata = operatorMetadata("alerts");

export default async function OperatorAlertsPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireOperator(PATH);
  const query = await searchParams;
  // Anyone can cause alerts at a sandbox bank, so those about real money come first.
  const mode = query["mode"] === "test" ? "test" : "live";
  const isAll = query["show"] === "all";
  const before = readId("alrt", query["before"]);
  const { bankAlerts, clock, waysToBePaid } = await getServices();
  const [text, unpayable, found] = await Promise.all([
    merchantText(),
    mode === "live" ? waysToBePaid.listUnpayable() : [],
    bankAlerts.list({ onlyOpen: !isAll, mode, before, limit: PAGE + 1 }),
  ]);
  const { pages, alerts: words } = text.messages.operator;
  const rows = found.slice(0, PAGE);
  const kept = { mode, show: isAll ? "all" : undefined, ...text.linkQuery };
  return (
    <OperatorPage
      visit={visit}
      section="alerts"
      title={pages.alerts}
      lead={words.lead}
      notice={noticeOf(
        { resolved: words.done, before: words.before, settled: words.settle.done },
        query["done"],
      )}
    >
      <AlertFilters text={text} mode={mode} isAll={isAll} />
      {unpayable.length > 0 && <UnpayableAccounts text={text} accounts={unpayable} />}
      {rows.length > 0 ? (
        <Card>
          <AlertTable text={text} rows={rows} now={clock.now()} />
        </Card>
      ) : (
        <EmptyState title={words.none} lead={words.noneLead} />
      )}
      <ListPages
        text={text}
        first={before && consolePath(PATH, kept)}
        next={
          found.length > PAGE
            ? consolePath(PATH, { ...kept, before: rows.at(-1)?.alert.id })
            : undefined
        }
      />
    </OperatorPage>
  );
}
