import { notFound } from "next/navigation";
import {
  AccountFacts,
  AccountPayees,
  AccountTrust,
  CloseAccount,
} from "#components/console/operator/account-sections.tsx";
import { Card } from "#components/ui/card.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../../mode.ts";
import { noticeOf, OperatorPage, operatorMetadata } from "../../operator-page.tsx";
import { closeAccountAction, confirmPayeeAction, setWhitelistedAction } from "./actions.ts";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageQuery> };

export const generateMetadata = operatorMetadata("accounts");

export default async function OperatorAccountPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/operator/accounts/${encodeURIComponent(id)}` as const;
  const visit = await requireOperator(path);
  const accountId = readId("acct", id);
  const { operator, clock } = await getServices();
  const [text, account] = await Promise.all([
    merchantText(),
    accountId ? operator.account(accountId) : undefined,
  ]);
  if (!account) notFound();
  const words = text.messages.operator.account;
  const danger = { text, isRecent: visit.isRecent, path };
  const done = { ...words.done, trust: words.trustChanged };
  return (
    <OperatorPage
      visit={visit}
      section="accounts"
      title={account.name}
      lead={account.id}
      notice={noticeOf(done, (await searchParams)["done"])}
    >
      <Card>
        <AccountFacts text={text} account={account} now={clock.now()} />
      </Card>
      <AccountPayees {...danger} account={account} confirm={confirmPayeeAction} />
      {!account.closedAt && (
        <AccountTrust {...danger} account={account} change={setWhitelistedAction} />
      )}
      <CloseAccount {...danger} account={account} close={closeAccountAction} />
    </OperatorPage>
  );
}
