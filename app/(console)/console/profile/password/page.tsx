import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { changePasswordAction } from "../actions.ts";
import { BackToProfile, ProfilePage } from "../profile-page.tsx";

export const generateMetadata = titleOf((words) => words.security.password.change);

export default async function PasswordPage() {
  const session = await requireSession("/console/profile/password");
  const { messages } = await merchantText();
  const { password: words } = messages.security;
  return (
    <ProfilePage session={session} path="/profile/password">
      <BackToProfile />
      <PageTitle lead={words.lead}>{words.change}</PageTitle>
      <Card>
        <ActionForm action={changePasswordAction} className="grid max-w-lg gap-4">
          <FormField
            name="currentPassword"
            type="password"
            label={words.current}
            autoComplete="current-password"
            required
          />
          <FormField
            name="newPassword"
            type="password"
            label={words.next}
            hint={words.nextHint}
            autoComplete="new-password"
            required
          />
          <div>
            <SubmitButton>{words.save}</SubmitButton>
          </div>
        </ActionForm>
      </Card>
    </ProfilePage>
  );
}
