import { AuthenticatorCode } from "#components/console/security/authenticator-code.tsx";
import { RecoveryCodeForm } from "#components/console/security/recovery-code-form.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { TotpSetUp } from "#lib/identity/second-factors/totp.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import {
  confirmAuthenticatorAction,
  startAuthenticatorAction,
  switchAuthenticatorOffAction,
} from "../actions.ts";
import { PasswordField } from "../password-field.tsx";
import { BackToProfile, ProfilePage } from "../profile-page.tsx";

export const generateMetadata = titleOf((words) => words.security.authenticator.title);

export default async function AuthenticatorPage() {
  const session = await requireSession("/console/profile/authenticator");
  const { secondFactors } = await getServices();
  const [text, pending] = await Promise.all([
    merchantText(),
    secondFactors.pending(session.user.id, session.id),
  ]);
  const { authenticator: words, recovery } = text.messages.security;
  const isOn = session.user.hasTotp;
  return (
    <ProfilePage session={session} path="/profile/authenticator">
      <BackToProfile />
      <PageTitle lead={isOn ? words.leadOn : words.startLead}>
        {isOn ? words.title : words.setUpTitle}
      </PageTitle>
      {/* Also rendered when the app is on: without scripts, the form's response is this page. */}
      {(isOn || pending) && (
        <RecoveryCodeForm
          action={confirmAuthenticatorAction}
          words={recovery}
          doneHref={consolePath("/profile", text.linkQuery)}
          news={recovery.nowOn}
        >
          {pending && <CodeFields text={text} setUp={pending} />}
        </RecoveryCodeForm>
      )}
      {/* Hidden while the recovery codes are shown. */}
      <div className="group-has-[#codes]:hidden">
        {isOn ? <SwitchOff text={text} /> : <Start text={text} isAgain={pending !== undefined} />}
      </div>
    </ProfilePage>
  );
}

function CodeFields({ text, setUp }: { text: MerchantText; setUp: TotpSetUp }) {
  const { authenticator: words } = text.messages.security;
  return (
    <Card>
      <div className="grid max-w-lg gap-4">
        <AuthenticatorCode text={text} setUp={setUp} />
        <FormField
          name="code"
          label={words.code}
          hint={words.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
        />
        <div>
          <SubmitButton>{words.confirm}</SubmitButton>
        </div>
      </div>
    </Card>
  );
}

function Start({ text, isAgain }: { text: MerchantText; isAgain: boolean }) {
  const { authenticator: words } = text.messages.security;
  const form = (
    <ActionForm action={startAuthenticatorAction} className="grid max-w-lg gap-4">
      <PasswordField />
      <div>
        <SubmitButton look={isAgain ? "secondary" : "primary"}>
          {isAgain ? words.restart : words.start}
        </SubmitButton>
      </div>
    </ActionForm>
  );
  if (!isAgain) return <Card>{form}</Card>;
  return (
    <details>
      <summary className="link min-h-11 py-2">{words.restart}</summary>
      <Card>{form}</Card>
    </details>
  );
}

function SwitchOff({ text }: { text: MerchantText }) {
  const { authenticator: words } = text.messages.security;
  return (
    <Card labelledBy="off">
      <div className="grid gap-4">
        <h2 id="off" className="font-semibold text-lg">
          {words.switchOff}
        </h2>
        <p className="text-muted">{words.switchOffQuestion}</p>
        <ActionForm action={switchAuthenticatorOffAction} className="grid max-w-lg gap-4">
          <PasswordField />
          <div>
            <SubmitButton look="danger">{words.switchOff}</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </Card>
  );
}
