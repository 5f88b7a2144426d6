import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import {
  doneSteps,
  GUIDE_PAGES,
  type GuidePage,
  nextStep,
  type Progress,
  STEPS,
  type Step,
} from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows, type Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StepMark } from "./step-mark.tsx";

type Props = { text: MerchantText; progress: Progress; page: GuidePage; role: Role };

/** Stays at the top of the pages of the setup guide. */
export function GuideBar({ text, progress, page, role }: Props) {
  const words = text.messages.onboarding;
  const done = doneSteps(progress);
  const isPageDone = page === "brand" || done.has(page);
  const next = isPageDone ? nextStep(progress, page) : undefined;
  return (
    <nav
      aria-label={words.title}
      className="flex flex-wrap items-center justify-between gap-2 rounded-soft border border-line bg-card p-2"
    >
      <ol className="flex flex-wrap gap-1">
        {STEPS.map((step) => (
          <li key={step}>
            <BarItem
              text={text}
              step={step}
              isHere={step === page}
              isDone={done.has(step)}
              isOpenTo={allows(role, GUIDE_PAGES[step].needed)}
            />
          </li>
        ))}
      </ol>
      {next && allows(role, GUIDE_PAGES[next].needed) && (
        <PageButton
          look="secondary"
          size="small"
          href={consolePath(GUIDE_PAGES[next].path, text.linkQuery)}
        >
          {text.format(words.next, { step: words.steps[next].short })}
        </PageButton>
      )}
    </nav>
  );
}

type ItemProps = {
  text: MerchantText;
  step: Step;
  isHere: boolean;
  isDone: boolean;
  isOpenTo: boolean;
};

function BarItem({ text, step, isHere, isDone, isOpenTo }: ItemProps) {
  const words = text.messages.onboarding;
  const look = `flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-soft px-2 text-sm no-underline ${isHere ? "bg-accent-tint font-semibold text-accent" : "text-ink"}`;
  const label = (
    <>
      <StepMark
        state={isDone ? "done" : isHere ? "current" : "open"}
        number={STEPS.indexOf(step) + 1}
      />
      <span className={isHere ? "" : "sr-only md:not-sr-only"}>
        {words.steps[step].short}
        <span className="sr-only"> ({isDone ? words.done : words.open})</span>
      </span>
    </>
  );
  if (!isOpenTo) return <span className={look}>{label}</span>;
  return (
    <PageLink
      href={consolePath(GUIDE_PAGES[step].path, text.linkQuery)}
      aria-current={isHere ? "step" : undefined}
      className={`${look} hover:bg-sunken`}
    >
      {label}
    </PageLink>
  );
}
