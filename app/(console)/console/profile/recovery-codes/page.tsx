import { redirect } from "next/navigation";
import { RecoveryCodeForm } from "#components/console/security/recovery-code-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { renewRecoveryCodesAction } from "../actions.ts";
import { PasswordField } from "../password-field.tsx";
import { BackToProfile, ProfilePage } from "../profile-page.tsx";

export const generateMetadata = titleOf((words) => words.security.recovery.renewTitle);

export default async function RecoveryCodesPage() {
  const session = await requireSession("/console/profile/recovery-codes");
  const { messages, linkQuery } = await merchantText();
  const profile = consolePath("/profile", linkQuery);
  if (!session.user.hasTotp) redirect(profile);
  const { recovery: words } = messages.security;
  return (
    <ProfilePage session={session} path="/profile/recovery-codes">
      <BackToProfile />
      <PageTitle lead={words.lead}>{words.renewTitle}</PageTitle>
      <RecoveryCodeForm action={renewRecoveryCodesAction} words={words} doneHref={profile}>
        <Card>
          <div className="grid max-w-lg gap-4">
            <p>{words.renewLead}</p>
            <PasswordField />
            <div>
              <SubmitButton>{words.renew}</SubmitButton>
            </div>
          </div>
        </Card>
      </RecoveryCodeForm>
    </ProfilePage>
  );
}
