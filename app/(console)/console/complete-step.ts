import { redirect } from "next/navigation";
import {
  doneSteps,
  GUIDE_PAGES,
  nextStep,
  type Progress,
  type Step,
} from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

/** Runs `save`. If that completes a step of the setup guide, redirects to the next open one. */
export async function completeStep<T>(
  step: Step,
  { account }: Pick<Visit, "account">,
  save: () => Promise<T>,
): Promise<T> {
  const { onboarding } = await getServices();
  const wasDone = doneSteps(await onboarding.read(account.id)).has(step);
  const saved = await save();
  const progress = await onboarding.read(account.id);
  if (wasDone || progress.isDismissed || !doneSteps(progress).has(step)) return saved;
  redirect(await guidePath(progress, step));
}

/** Page of the next open step, or the overview. */
export async function guidePath(progress: Progress, step: Step): Promise<string> {
  const next = nextStep(progress, step);
  return consolePath(next ? GUIDE_PAGES[next].path : "", (await merchantText()).linkQuery);
}
