import { AccessLink, AccessPage } from "#components/console/access/access-page.tsx";
import { MailForm } from "#components/console/access/mail-form.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { startResetAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.access.forgot.tab);

export default async function ForgotPasswordPage() {
  const text = await merchantText();
  const { access } = text.messages;
  const words = access.forgot;
  return (
    <AccessPage
      text={text}
      below={<AccessLink href={consolePath("/sign-in", text.linkQuery)}>{words.signIn}</AccessLink>}
    >
      <MailForm action={startResetAction} words={{ ...words, label: access.email }} />
    </AccessPage>
  );
}
