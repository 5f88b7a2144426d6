import { redirect } from "next/navigation";
import { ActionForm } from "#components/ui/action-form.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { readOidcCookie } from "#lib/next/console/oidc-cookie.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { connectAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.access.signIn.tab);

/** After a user with the address of a new identity has signed in the old way. */
export default async function ConnectPage() {
  await requireSession(consolePath("/sign-in/connect"));
  const [{ oidc }, kept, text] = await Promise.all([
    getServices(),
    readOidcCookie(),
    merchantText(),
  ]);
  const next = nextPath(kept.next);
  if (!oidc || !kept.pending) redirect(next);
  const { name } = oidc;
  const words = text.messages.access.oidc.connect;
  return (
    <PlainPage
      title={text.format(words.title, { name })}
      lead={text.format(words.lead, { name, email: kept.pending.email })}
    >
      <ActionForm action={connectAction}>
        <SubmitButton wide>{words.submit}</SubmitButton>
        <ButtonLink look="quiet" wide href={next}>
          {words.skip}
        </ButtonLink>
      </ActionForm>
    </PlainPage>
  );
}
