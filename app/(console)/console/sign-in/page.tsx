import { redirect } from "next/navigation";
import { AccessLink, AccessPage } from "#components/console/access/access-page.tsx";
import { OidcSignIn } from "#components/console/access/oidc-sign-in.tsx";
import { PasskeySignIn } from "#components/console/security/passkey-sign-in.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { findSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { signInAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.access.signIn.tab);

export default async function SignInPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const query = await searchParams;
  const next = nextPath(query["next"]);
  if ((await findSession())?.isComplete) redirect(next);
  const [text, { users, oidc }] = await Promise.all([merchantText(), getServices()]);
  const { access, security } = text.messages;
  const words = access.signIn;
  const isConnecting = query["notice"] === "connect";
  const problem = problemIn(query, text);
  const hasPasswords = oidc?.isOnly !== true;
  return (
    <AccessPage
      text={text}
      below={
        <>
          {hasPasswords && (
            <AccessLink href={consolePath("/forgot-password", text.linkQuery)}>
              {words.forgot}
            </AccessLink>
          )}
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
      {oidc && isConnecting && (
        <Banner>
          <p>{text.format(access.oidc.existing, { name: oidc.name })}</p>
        </Banner>
      )}
      {problem !== undefined && (
        <Banner tone="negative">
          <p>{problem}</p>
        </Banner>
      )}
      {hasPasswords && <PasswordForm text={text} next={next} />}
      {oidc && !isConnecting && (
        <OidcSignIn text={text} name={oidc.name} isOnly={oidc.isOnly} next={next} />
      )}
      {hasPasswords && <PasskeySignIn words={security.passkeySignIn} next={next} />}
    </AccessPage>
  );
}

/** Of a redirect by a route. Other texts can't be put into a link. */
function problemIn(query: PageQuery, text: MerchantText): string | undefined {
  const { problem } = text.messages.console;
  const code = query["problem"];
  return typeof code === "string" && Object.hasOwn(problem, code)
    ? problem[code as keyof typeof problem]
    : undefined;
}

function PasswordForm({ text, next }: { text: MerchantText; next: string }) {
  const { access } = text.messages;
  return (
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
      <SubmitButton wide>{access.signIn.submit}</SubmitButton>
    </ActionForm>
  );
}
