import { AccessPage } from "#components/console/access/access-page.tsx";
import { DeadLink } from "#components/console/access/dead-link.tsx";
import { LinkFields } from "#components/console/access/link-fields.tsx";
import { SignUpClosed } from "#components/console/access/sign-up-closed.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { finishSignUpAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.access.confirm.tab);

/** Opening the page does not consume the link: mail scanners follow links too. */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [text, { users }, query] = await Promise.all([merchantText(), getServices(), searchParams]);
  if (!users.isSignUpOpen) return <SignUpClosed text={text} />;
  const token = typeof query["token"] === "string" ? query["token"] : "";
  const email = await users.readSignUp(token);
  if (email === undefined) return <DeadLink text={text} again="/sign-up" />;
  const { access } = text.messages;
  const words = access.confirm;
  return (
    <AccessPage text={text}>
      <PageTitle lead={<span className="wrap-anywhere">{text.format(words.lead, { email })}</span>}>
        {words.title}
      </PageTitle>
      <ActionForm action={finishSignUpAction}>
        <LinkFields token={token} email={email} />
        <FormField name="name" label={words.name} autoComplete="name" maxLength={70} required />
        <FormField
          name="companyName"
          label={words.company}
          hint={words.companyHint}
          autoComplete="organization"
          maxLength={70}
          required
        />
        <FormField
          name="password"
          type="password"
          label={access.password}
          hint={access.passwordHint}
          autoComplete="new-password"
          maxLength={200}
          required
        />
        <SubmitButton wide>{words.submit}</SubmitButton>
      </ActionForm>
    </AccessPage>
  );
}
