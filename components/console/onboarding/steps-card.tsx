import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { consolePath } from "#lib/console/links.ts";
import {
  currentStep,
  doneSteps,
  type Progress,
  STEPS,
  type Step,
} from "#lib/console/onboarding/steps.ts";
import { allows, type Role } from "#lib/identity/members/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StepResult } from "./step-results.tsx";
import { StepRow } from "./step-row.tsx";

/** Page of each step, and the role it needs. */
const PLACES = {
  company: { path: "/settings/company", needed: "owner" },
  brand: { path: "/settings/brand", needed: "owner" },
  key: { path: "/installations/web", needed: "developer" },
  webhook: { path: "/webhooks/new", needed: "developer" },
  payment: { path: "/first-payment", needed: "developer" },
} as const satisfies Record<Step, { path: `/${string}`; needed: Role }>;

type Props = {
  text: MerchantText;
  progress: Progress;
  role: Role;
  now: Date;
  /** Empty without the role. */
  skipBrand: ReactNode;
  /** Empty without the role. */
  dismiss: ReactNode;
};

export function StepsCard(props: Props) {
  const { text, progress, dismiss } = props;
  const words = text.messages.onboarding;
  const done = doneSteps(progress);
  const current = currentStep(progress);
  return (
    <Card labelledBy="onboarding" padding="none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-4 sm:px-6">
        <div>
          <h2 id="onboarding" className="font-semibold text-lg">
            {current ? words.title : words.allDone}
          </h2>
          <p className="text-muted">{current ? words.lead : words.allDoneLead}</p>
        </div>
        <p role="status" className="text-muted text-sm tabular-nums">
          {text.format(words.progress, { done: done.size, all: STEPS.length })}
        </p>
      </div>
      <ol className="divide-y divide-line border-line border-t">
        {STEPS.map((step) => (
          <StepRow
            key={step}
            text={text}
            title={words.steps[step].title}
            state={done.has(step) ? "done" : step === current ? "current" : "open"}
          >
            {done.has(step) && <StepResult {...props} step={step} />}
            {step === current && <CurrentStep {...props} step={step} />}
          </StepRow>
        ))}
      </ol>
      {!current && (
        <div className="flex flex-wrap gap-3 border-line border-t px-4 py-4 sm:px-6">
          <ButtonLink href={consolePath("/installations/web", { mode: "live", ...text.linkQuery })}>
            {words.goLive}
          </ButtonLink>
          {dismiss}
        </div>
      )}
    </Card>
  );
}

function CurrentStep({ text, step, role, skipBrand }: Props & { step: Step }) {
  const words = text.messages.onboarding;
  const { path, needed } = PLACES[step];
  return (
    <>
      <p className="text-muted">{words.steps[step].lead}</p>
      {allows(role, needed) ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <ButtonLink href={consolePath(path, text.linkQuery)}>
            {words.steps[step].button}
          </ButtonLink>
          {step === "brand" && skipBrand}
        </div>
      ) : (
        <p className="text-sm">
          {text.format(words.needs, { needed: text.messages.console.roles[needed] })}
        </p>
      )}
    </>
  );
}
