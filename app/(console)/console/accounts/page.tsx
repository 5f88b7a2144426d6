import type { Metadata } from "next";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { requireSession } from "#lib/next/console-session.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { signOutAction, switchAccountAction } from "../actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.console.accounts.title };
}

/** The accounts a user belongs to, to look at one of them. */
export default async function AccountsPage() {
  const { user } = await requireSession();
  const { members } = await getServices();
  const [text, own] = await Promise.all([requestText(), members.accountsOf(user.id)]);
  const words = text.messages.console;
  return (
    <PageShell width="regular">
      <PageTitle lead={own.length > 0 ? words.accounts.lead : words.accounts.none}>
        {words.accounts.title}
      </PageTitle>
      {own.map(({ account, role }) => (
        <Card key={account.id}>
          <form action={switchAccountAction} className="flex flex-wrap items-center gap-4">
            <input type="hidden" name="accountId" value={account.id} />
            <p className="min-w-0 flex-1 font-semibold">{account.name}</p>
            <Badge>{words.roles[role]}</Badge>
            <SubmitButton look="secondary" busyText={words.busy}>
              {words.accounts.open}
            </SubmitButton>
          </form>
        </Card>
      ))}
      <form action={signOutAction}>
        <SubmitButton look="quiet" busyText={words.busy}>
          {words.signOut}
        </SubmitButton>
      </form>
    </PageShell>
  );
}
