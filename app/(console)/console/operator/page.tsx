import { AccountSearch, AccountTable } from "#components/console/operator/account-list.tsx";
import { ListPages } from "#components/console/operator/list-pages.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { OperatorPage, operatorMetadata, searchOf } from "./operator-page.tsx";

const PAGE = 50;

export const generateMetadata = operatorMetadata("accounts");

export default async function OperatorAccountsPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireOperator("/operator");
  const query = await searchParams;
  const search = searchOf(query["q"]);
  const isWhitelisted = query["whitelisted"] === "on";
  const after = readId("acct", query["after"]);
  const { operator, clock } = await getServices();
  const [text, found] = await Promise.all([
    merchantText(),
    operator.searchAccounts({ search, isWhitelisted, after, limit: PAGE + 1 }),
  ]);
  const words = text.messages.operator;
  const rows = found.slice(0, PAGE);
  const kept = { q: search, whitelisted: isWhitelisted ? "on" : undefined, ...text.linkQuery };
  return (
    <OperatorPage
      visit={visit}
      section="accounts"
      title={words.pages.accounts}
      lead={words.accounts.lead}
    >
      <AccountSearch text={text} search={search} isWhitelisted={isWhitelisted} />
      {rows.length > 0 ? (
        <Card>
          <AccountTable text={text} rows={rows} now={clock.now()} />
        </Card>
      ) : (
        <EmptyState title={words.accounts.none} lead={words.accounts.noneLead} />
      )}
      <ListPages
        text={text}
        first={after && consolePath("/operator", kept)}
        next={
          found.length > PAGE
            ? consolePath("/operator", { ...kept, after: rows.at(-1)?.id })
            : undefined
        }
      />
    </OperatorPage>
  );
}
