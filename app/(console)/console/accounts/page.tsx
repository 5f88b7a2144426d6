import { OpenAccount } from "#components/console/team/open-account.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { signOutAction, switchAccountAction } from "../actions.ts";
import { openAccountAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.console.accounts.title);

export default async function AccountsPage() {
  const { user, membership, isOperator } = await requireSession("/console/accounts");
  const { members, openings } = await getServices();
  const [text, own] = await Promise.all([merchantText(), members.accountsOf(user.id)]);
  const { accounts: words, ...around } = text.messages.console;
  return (
    <PageShell width="regular">
      <PageTitle lead={own.length > 0 ? words.lead : words.none}>{words.title}</PageTitle>
      {own.length > 0 && (
        <ul className="grid gap-4">
          {own.map(({ account, role }) => (
            <li key={account.id}>
              <Card>
                <Form action={switchAccountAction} className="flex flex-wrap items-center gap-4">
                  <input type="hidden" name="accountId" value={account.id} />
                  <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2">
                    <p className="min-w-0 grow font-semibold" id={account.id}>
                      {account.name}
                    </p>
                    {account.closedAt && <Badge tone="negative">{words.closed}</Badge>}
                    {account.id === membership?.account.id && (
                      <Badge tone="positive">{words.current}</Badge>
                    )}
                    <Badge>{around.roles[role]}</Badge>
                  </div>
                  <Button look="secondary" aria-describedby={account.id}>
                    {words.open}
                  </Button>
                </Form>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {openings.isOpen && <OpenAccount text={text} action={openAccountAction} />}
      {isOperator && (
        <p>
          <PageLink className="link" href={consolePath("/operator", text.linkQuery)}>
            {text.messages.operator.open}
          </PageLink>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted text-sm">
          {text.format(words.signedInAs, { email: user.email })}{" "}
          <PageLink className="link" href={consolePath("/profile", text.linkQuery)}>
            {around.pages.profile}
          </PageLink>
        </p>
        <Form action={signOutAction}>
          <Button look="quiet">{around.signOut}</Button>
        </Form>
      </div>
    </PageShell>
  );
}
