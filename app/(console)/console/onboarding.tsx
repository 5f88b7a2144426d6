import { FollowVersion } from "#components/console/follow-version.tsx";
import { GuideBar } from "#components/console/onboarding/guide-bar.tsx";
import { StepsCard } from "#components/console/onboarding/steps-card.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import {
  currentStep,
  type GuidePage,
  type Progress,
  versionOf,
} from "#lib/console/onboarding/steps.ts";
import { allows } from "#lib/identity/model/roles.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { dismissStepsAction, showStepsAction } from "./onboarding/actions.ts";

type Props = { visit: Visit; progress: Progress };

/** Updates by itself, until an owner dismisses the finished list. */
export async function Onboarding({ visit, progress }: Props) {
  const text = await merchantText();
  const { clock } = await getServices();
  const words = text.messages.onboarding;
  if (progress.isDismissed) return null;
  const mayDecide = visit.role === "owner" && visit.account.closedAt === null;
  return (
    <>
      <StepsCard
        text={text}
        progress={progress}
        role={visit.role}
        now={clock.now()}
        dismiss={
          mayDecide && (
            <OneButton action={dismissStepsAction} label={words.dismiss} look="secondary" />
          )
        }
      />
      {currentStep(progress) && (
        <FollowVersion address="/console/onboarding/state" version={versionOf(progress)} />
      )}
    </>
  );
}

/** Until all steps are done. The last step's page shows that they are. */
export async function SetupGuide({ visit, page }: { visit: Visit; page: GuidePage }) {
  if (!allows(visit.role, "developer") || visit.account.closedAt) return null;
  const { onboarding } = await getServices();
  const progress = await onboarding.read(visit.account.id);
  if (progress.isDismissed || (!currentStep(progress) && page !== "payment")) return null;
  const text = await merchantText();
  return <GuideBar text={text} progress={progress} page={page} role={visit.role} />;
}

/** Shown at the foot of the page after the list was dismissed. */
export async function ShowOnboarding({ visit, progress }: Props) {
  const { messages } = await merchantText();
  if (!progress.isDismissed || visit.role !== "owner" || visit.account.closedAt) return null;
  return <OneButton action={showStepsAction} label={messages.onboarding.show} look="quiet" />;
}

type ButtonProps = { action: FormAction<never>; label: string; look: "secondary" | "quiet" };

function OneButton({ action, label, look }: ButtonProps) {
  return (
    <ActionForm action={action} className="grid justify-items-start gap-4">
      <SubmitButton look={look}>{label}</SubmitButton>
    </ActionForm>
  );
}
