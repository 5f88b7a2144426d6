import { AccessPage } from "#components/console/access/access-page.tsx";
import { DeadLink } from "#components/console/access/dead-link.tsx";
import { LinkFields } from "#components/console/access/link-fields.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { finishResetAction } from "./actions.ts";

type Props = { searchParams: Promise<PageQuery> };

export const generateMetadata = titleOf((words) => words.access.newPassword.tab);

/** Opening the page does not consume the link. */
export default async function NewPasswordPage({ searchParams }: Props) {
  const [text, { users }, query] = await Promise.all([merchantText(), getServices(), searchParams]);
  const token = typeof query["token"] === "string" ? query["token"] : "";
  const email = await users.readReset(token);
  if (email === undefined) return <DeadLink text={text} again="/forgot-password" />;
  const { access } = text.messages;
  const words = access.newPassword;
  return (
    <AccessPage text={text}>
      <PageTitle lead={<span className="wrap-anywhere">{text.format(words.lead, { email })}</span>}>
        {words.title}
      </PageTitle>
      <ActionForm action={finishResetAction}>
        <LinkFields token={token} email={email} />
        <FormField
          name="password"
          type="password"
          label={words.label}
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
