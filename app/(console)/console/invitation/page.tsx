import type { Metadata } from "next";
import { OidcSignIn } from "#components/console/access/oidc-sign-in.tsx";
import { JoinForm } from "#components/console/team/join-form.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { INVITATION_DAYS } from "#lib/identity/members/invitation-mail.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import { findSession } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { getServices } from "#lib/services/index.ts";
import { signOutAction } from "../actions.ts";
import type { PageQuery } from "../mode.ts";
import { acceptAction, joinAction } from "./actions.ts";

type Invited = {
  text: MerchantText;
  token: string;
  accountName: string;
  email: string;
  role: Role;
};

export async function generateMetadata(): Promise<Metadata> {
  const title = (await merchantText()).messages.team.invitation.tab;
  return { title, robots: { index: false } };
}

/** Opening the page does not accept the invitation: mail scanners follow links too. */
export default async function InvitationPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const { token } = await searchParams;
  const { invitations, users } = await getServices();
  const [text, session] = await Promise.all([merchantText(), findSession()]);
  const invitation = typeof token === "string" ? await invitations.find(token) : undefined;
  if (!invitation || typeof token !== "string") return <Gone text={text} />;
  const invited = { ...invitation, text, token };
  if (session) {
    if (session.user.email !== invitation.email) {
      return <WrongUser {...invited} own={session.user.email} />;
    }
    if (!session.isComplete) return <Elsewhere {...invited} page="/second-step" />;
    return <Accept {...invited} />;
  }
  const isKnown = (await users.findByEmail(invitation.email)) !== undefined;
  return isKnown ? <Elsewhere {...invited} page="/sign-in" /> : <Join {...invited} />;
}

function titleOf({ text, accountName: account, role }: Invited) {
  const words = text.messages.team.invitation;
  const title = text.format(words.title, { account });
  return {
    title,
    lead: text.format(words.lead, { account, role: text.messages.console.roles[role] }),
  };
}

function Accept(invited: Invited) {
  const { text, token, email, accountName: account } = invited;
  const words = text.messages.team.invitation;
  return (
    <PlainPage {...titleOf(invited)}>
      <p className="text-muted">{text.format(words.asUser, { email })}</p>
      <ActionForm action={acceptAction}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton wide>{text.format(words.accept, { account })}</SubmitButton>
        <ButtonLink look="quiet" href={consolePath("", text.linkQuery)}>
          {words.notNow}
        </ButtonLink>
      </ActionForm>
    </PlainPage>
  );
}

/** The user signs in first and then returns to the invitation. */
function Elsewhere(props: Invited & { page: "/sign-in" | "/second-step" }) {
  const { text, token, email, page } = props;
  const words = text.messages.team.invitation;
  const isStep = page === "/second-step";
  const next = consolePath("/invitation", { token, ...text.linkQuery });
  return (
    <PlainPage {...titleOf(props)}>
      <p>{isStep ? words.stepLead : text.format(words.signInLead, { email })}</p>
      <ButtonLink wide href={consolePath(page, { next, ...text.linkQuery })}>
        {isStep ? words.step : words.signIn}
      </ButtonLink>
    </PlainPage>
  );
}

async function Join(invited: Invited) {
  const { text, token, email } = invited;
  const { oidc } = await getServices();
  const next = consolePath("/invitation", { token, ...text.linkQuery });
  return (
    <PlainPage {...titleOf(invited)}>
      {!oidc?.isOnly && (
        <>
          <p>{text.format(text.messages.team.invitation.newLead, { email })}</p>
          <JoinForm text={text} token={token} email={email} action={joinAction} />
        </>
      )}
      {oidc && <OidcSignIn text={text} name={oidc.name} isOnly={oidc.isOnly} next={next} />}
    </PlainPage>
  );
}

function WrongUser({ text, email, own }: Invited & { own: string }) {
  const words = text.messages.team.invitation;
  const lead = text.format(words.wrongLead, { email: maskEmail(email), own });
  return (
    <PlainPage title={words.wrongTitle} lead={lead}>
      <Form action={signOutAction} className="grid gap-2">
        <Button wide>{words.signOut}</Button>
        <ButtonLink look="quiet" href={consolePath("", text.linkQuery)}>
          {words.toConsole}
        </ButtonLink>
      </Form>
    </PlainPage>
  );
}

function Gone({ text }: { text: MerchantText }) {
  const words = text.messages.team.invitation;
  return (
    <PlainPage
      title={words.goneTitle}
      lead={text.format(words.goneLead, { days: INVITATION_DAYS })}
    >
      <p>
        <ButtonLink look="secondary" href={consolePath("", text.linkQuery)}>
          {words.toConsole}
        </ButtonLink>
      </p>
    </PlainPage>
  );
}
