import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PasskeySignIn } from "#components/console/security/passkey-sign-in.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { findOperatorDoor, findSession } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { confirmOperatorAction } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  if ((await findOperatorDoor()) === "hidden") return {};
  return { title: (await merchantText()).messages.operator.confirm.title };
}

export default async function OperatorConfirmPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const [door, session, query, text] = await Promise.all([
    findOperatorDoor(),
    findSession(),
    searchParams,
    merchantText(),
  ]);
  if (!session || door === "hidden") notFound();
  const next = nextPath(query["next"] ?? consolePath("/operator"));
  const { passkeys } = await getServices();
  const hasPasskey = (await passkeys.list(session.user.id)).length > 0;
  const { confirm: words, back } = text.messages.operator;
  return (
    <PageShell>
      <Card padding="roomy">
        <div className="grid gap-6">
          <PageTitle lead={words.lead}>{words.title}</PageTitle>
          {session.user.hasTotp && (
            <ActionForm action={confirmOperatorAction}>
              <input type="hidden" name="next" value={next} />
              <FormField
                name="code"
                label={words.code}
                autoComplete="one-time-code"
                maxLength={40}
                required
                autoFocus
              />
              <SubmitButton wide>{words.go}</SubmitButton>
            </ActionForm>
          )}
          {hasPasskey && <PasskeySignIn words={text.messages.security.passkeySignIn} next={next} />}
          <p>
            <PageLink className="link" href={consolePath("/accounts", text.linkQuery)}>
              {back}
            </PageLink>
          </p>
        </div>
      </Card>
    </PageShell>
  );
}
