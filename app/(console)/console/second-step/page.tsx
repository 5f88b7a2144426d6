import { redirect } from "next/navigation";
import { PasskeySignIn } from "#components/console/security/passkey-sign-in.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { findSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import { startOverAction, takeSecondStepAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.security.secondStep.title);

export default async function SecondStepPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const [session, query, text] = await Promise.all([findSession(), searchParams, merchantText()]);
  const next = nextPath(query["next"]);
  if (session?.isComplete) redirect(next);
  // The authenticator app was turned off in another browser after the password was entered.
  if (!session?.user.hasTotp) redirect(consolePath("/sign-in", { next, ...text.linkQuery }));
  const { passkeys, oidc } = await getServices();
  const hasPasskey = !oidc?.isOnly && (await passkeys.list(session.user.id)).length > 0;
  const words = text.messages.security;
  const isRecovery = query["use"] === "recovery";
  return (
    <PageShell>
      <Card padding="roomy">
        <div className="grid gap-6">
          <PageTitle lead={isRecovery ? words.secondStep.recoveryLead : words.secondStep.lead}>
            {isRecovery ? words.secondStep.recoveryTitle : words.secondStep.title}
          </PageTitle>
          <CodeForm text={text} next={next} isRecovery={isRecovery} />
          {hasPasskey && <PasskeySignIn words={words.passkeySignIn} next={next} />}
          <ActionForm action={startOverAction}>
            <SubmitButton look="quiet" wide>
              {words.secondStep.otherUser}
            </SubmitButton>
          </ActionForm>
        </div>
      </Card>
    </PageShell>
  );
}

function CodeForm({
  text,
  next,
  isRecovery,
}: {
  text: MerchantText;
  next: string;
  isRecovery: boolean;
}) {
  const { secondStep: words } = text.messages.security;
  const otherWay = { next, use: isRecovery ? undefined : "recovery", ...text.linkQuery };
  return (
    <ActionForm action={takeSecondStepAction}>
      <input type="hidden" name="next" value={next} />
      <FormField
        name="code"
        label={isRecovery ? words.recoveryCode : words.code}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        maxLength={isRecovery ? 40 : 10}
        required
        autoFocus
      />
      <SubmitButton wide>{words.go}</SubmitButton>
      <p>
        <a className="link" href={consolePath("/second-step", otherWay)}>
          {isRecovery ? words.useApp : words.useRecovery}
        </a>
      </p>
    </ActionForm>
  );
}
