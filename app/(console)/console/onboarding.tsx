import { FollowSteps } from "#components/console/onboarding/follow-steps.tsx";
import { StepsCard } from "#components/console/onboarding/steps-card.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { currentStep, type Progress, versionOf } from "#lib/console/onboarding/steps.ts";
import type { Visit } from "#lib/next/console-visit.ts";
import { merchantText } from "#lib/next/text.ts";
import type { FormAction } from "#lib/platform/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { dismissStepsAction, showStepsAction, skipBrandAction } from "./onboarding/actions.ts";

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
        skipBrand={
          mayDecide && (
            <OneButton action={skipBrandAction} label={words.steps.brand.skip} look="secondary" />
          )
        }
        dismiss={
          mayDecide && (
            <OneButton action={dismissStepsAction} label={words.dismiss} look="secondary" />
          )
        }
      />
      {currentStep(progress) && (
        <FollowSteps address="/console/onboarding/state" version={versionOf(progress)} />
      )}
    </>
  );
}

/** Shown at the foot of the page after the list was dismissed. */
export async function ShowOnboarding({ visit, progress }: Props) {
  const { messages } = await merchantText();
  if (!progress.isDismissed || visit.role !== "owner" || visit.account.closedAt) return null;
  return <OneButton action={showStepsAction} label={messages.onboarding.show} look="quiet" />;
}

type ButtonProps = { action: FormAction<never>; label: string; look: "secondary" | "quiet" };

async function OneButton({ action, label, look }: ButtonProps) {
  const { messages } = await merchantText();
  return (
    <ActionForm action={action} className="grid justify-items-start gap-4">
      <SubmitButton look={look} busyText={messages.console.busy}>
        {label}
      </SubmitButton>
    </ActionForm>
  );
}
