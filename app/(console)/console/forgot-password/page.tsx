import type { Metadata } from "next";
import { AccessLink, AccessPage } from "#components/console/access/access-page.tsx";
import { MailForm } from "#components/console/access/mail-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { startResetAction } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.access.forgot.tab };
}

export default async function ForgotPasswordPage() {
  const text = await merchantText();
  const { access } = text.messages;
  const words = access.forgot;
  return (
    <AccessPage
      text={text}
      below={<AccessLink href={consolePath("/sign-in", text.linkQuery)}>{words.signIn}</AccessLink>}
    >
      <MailForm action={startResetAction}>
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        <FormField
          name="email"
          type="email"
          label={access.email}
          autoComplete="username"
          maxLength={254}
          required
        />
        <SubmitButton busyText={access.busy} wide>
          {words.submit}
        </SubmitButton>
      </MailForm>
    </AccessPage>
  );
}
