import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AccessLink, AccessPage } from "#components/console/access/access-page.tsx";
import { PasskeySignIn } from "#components/console/security/passkey-sign-in.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/links.ts";
import { nextPath } from "#lib/console/next-path.ts";
import { findSession } from "#lib/next/console-session.ts";
import { merchantText } from "#lib/next/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { signInAction } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.access.signIn.tab };
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const query = await searchParams;
  const next = nextPath(query["next"]);
  if ((await findSession())?.isComplete) redirect(next);
  const [text, { users }] = await Promise.all([merchantText(), getServices()]);
  const { access, security } = text.messages;
  const words = access.signIn;
  return (
    <AccessPage
      text={text}
      below={
        <>
          <AccessLink href={consolePath("/forgot-password", text.linkQuery)}>
            {words.forgot}
          </AccessLink>
          {users.isSignUpOpen && (
            <AccessLink href={consolePath("/sign-up", text.linkQuery)}>{words.signUp}</AccessLink>
          )}
        </>
      }
    >
      <PageTitle>{words.title}</PageTitle>
      {query["notice"] === "password-changed" && (
        <Banner tone="positive">
          <p>{words.passwordChanged}</p>
        </Banner>
      )}
      <ActionForm action={signInAction}>
        <input type="hidden" name="next" value={next} />
        <FormField
          name="email"
          type="email"
          label={access.email}
          autoComplete="username"
          maxLength={254}
          required
        />
        <FormField
          name="password"
          type="password"
          label={access.password}
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <SubmitButton busyText={access.busy} wide>
          {words.submit}
        </SubmitButton>
      </ActionForm>
      <PasskeySignIn words={security.passkeySignIn} next={next} />
    </AccessPage>
  );
}
