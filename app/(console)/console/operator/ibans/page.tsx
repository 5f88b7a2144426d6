import { ListPages } from "#components/console/operator/list-pages.tsx";
import { PayeeTable } from "#components/console/operator/payee-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { OperatorPage, operatorMetadata } from "../operator-page.tsx";

const PAGE = 50;
const PATH = "/operator/ibans";

export const generateMetadata = operatorMetadata("ibans");

export default async function OperatorIbansPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireOperator(PATH);
  const after = readId("payee", (await searchParams)["after"]);
  const { operator, clock } = await getServices();
  const [text, found] = await Promise.all([
    merchantText(),
    operator.waitingPayees({ after, limit: PAGE + 1 }),
  ]);
  const { pages, ibans: words } = text.messages.operator;
  const rows = found.slice(0, PAGE);
  return (
    <OperatorPage visit={visit} section="ibans" title={pages.ibans} lead={words.lead}>
      {rows.length > 0 ? (
        <Card>
          <PayeeTable text={text} rows={rows} now={clock.now()} />
        </Card>
      ) : (
        <EmptyState title={words.none} lead={words.noneLead} />
      )}
      <ListPages
        text={text}
        first={after && consolePath(PATH, text.linkQuery)}
        next={
          found.length > PAGE
            ? consolePath(PATH, { after: rows.at(-1)?.payee.id, ...text.linkQuery })
            : undefined
        }
      />
    </OperatorPage>
  );
}
