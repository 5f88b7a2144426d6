import { redirect } from "next/navigation";
import { AccessLink, AccessPage } from "#components/console/access/access-page.tsx";
import { MailForm } from "#components/console/access/mail-form.tsx";
import { SignUpClosed } from "#components/console/access/sign-up-closed.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { findSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { startSignUpAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.access.signUp.tab);

export default async function SignUpPage() {
  if ((await findSession())?.isComplete) redirect(consolePath());
  const [text, { users }] = await Promise.all([merchantText(), getServices()]);
  if (!users.isSignUpOpen) return <SignUpClosed text={text} />;
  const { access } = text.messages;
  const words = access.signUp;
  return (
    <AccessPage
      text={text}
      below={<AccessLink href={consolePath("/sign-in", text.linkQuery)}>{words.signIn}</AccessLink>}
    >
      <MailForm action={startSignUpAction} words={{ ...words, label: access.email }} />
    </AccessPage>
  );
}
