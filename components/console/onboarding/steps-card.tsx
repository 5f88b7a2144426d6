import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import {
  currentStep,
  doneSteps,
  GUIDE_PAGES,
  mayDismiss,
  type Progress,
  STEPS,
  type Step,
} from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows, type Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StepResult } from "./step-results.tsx";
import { StepRow } from "./step-row.tsx";

type Props = {
  text: MerchantText;
  progress: Progress;
  role: Role;
  now: Date;
  /** Empty without the role. */
  dismiss: ReactNode;
};

export function StepsCard(props: Props) {
  const { text, progress, role, dismiss } = props;
  const words = text.messages.onboarding;
  const done = doneSteps(progress);
  const current = currentStep(progress);
  const pathOf = ({ path, needed }: (typeof GUIDE_PAGES)[keyof typeof GUIDE_PAGES]) =>
    allows(role, needed) ? consolePath(path, text.linkQuery) : undefined;
  const brand = pathOf(GUIDE_PAGES.brand);
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
        {STEPS.map((step, index) => (
          <StepRow
            key={step}
            text={text}
            number={index + 1}
            title={words.steps[step].title}
            href={pathOf(GUIDE_PAGES[step])}
            state={done.has(step) ? "done" : step === current ? "current" : "open"}
          >
            {done.has(step) && <StepResult {...props} step={step} />}
            {step === current && <CurrentStep {...props} step={step} />}
          </StepRow>
        ))}
      </ol>
      {brand && !progress.hasBrand && (
        <p className="border-line border-t px-4 py-4 text-muted sm:px-6">
          {words.brand.lead}{" "}
          <a className="link" href={brand}>
            {words.brand.add}
          </a>
        </p>
      )}
      {mayDismiss(progress) && (
        <div className="flex flex-wrap gap-3 border-line border-t px-4 py-4 sm:px-6">
          {!current && (
            <PageButton
              href={consolePath("/installations/web", { mode: "live", ...text.linkQuery })}
            >
              {words.goLive}
            </PageButton>
          )}
          {dismiss}
        </div>
      )}
    </Card>
  );
}

function CurrentStep({ text, step, role }: Props & { step: Step }) {
  const words = text.messages.onboarding;
  const { path, needed } = GUIDE_PAGES[step];
  return (
    <>
      <p className="text-muted">{words.steps[step].lead}</p>
      {allows(role, needed) ? (
        <div className="mt-3">
          <PageButton href={consolePath(path, text.linkQuery)}>
            {words.steps[step].button}
          </PageButton>
        </div>
      ) : (
        <p className="text-sm">
          {text.format(words.needs, { needed: text.messages.console.roles[needed] })}
        </p>
      )}
    </>
  );
}
