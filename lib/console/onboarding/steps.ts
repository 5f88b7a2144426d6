import type { Role } from "#lib/identity/model/roles.ts";

export const STEPS = ["company", "key", "webhook", "payment"] as const;
export type Step = (typeof STEPS)[number];

export type GuidePage = Step | "brand";

/** Page below /console of each step, and the role it needs. */
export const GUIDE_PAGES = {
  company: { path: "/settings/company", needed: "owner" },
  key: { path: "/installations/web", needed: "developer" },
  webhook: { path: "/webhooks/new", needed: "developer" },
  payment: { path: "/first-payment", needed: "developer" },
  brand: { path: "/settings/brand", needed: "owner" },
} as const satisfies Record<GuidePage, { path: `/${string}`; needed: Role }>;

export type Progress = {
  /** `confirmed` by the service, or only entered. */
  payee: "none" | "unconfirmed" | "confirmed";
  hasBrand: boolean;
  hasTestKey: boolean;
  firstCallAt: Date | null;
  hasEndpoint: boolean;
  hasPaid: boolean;
  isDismissed: boolean;
};

export function doneSteps(progress: Progress): ReadonlySet<Step> {
  const isDone: Record<Step, boolean> = {
    company: progress.payee !== "none",
    key: progress.hasTestKey,
    webhook: progress.hasEndpoint,
    payment: progress.hasPaid,
  };
  return new Set(STEPS.filter((step) => isDone[step]));
}

export function currentStep(progress: Progress): Step | undefined {
  const done = doneSteps(progress);
  return STEPS.find((step) => !done.has(step));
}

/** The open step after `page`, else the first one. The payment comes last. */
export function nextStep(progress: Progress, page: GuidePage): Step | undefined {
  const done = doneSteps(progress);
  const open = STEPS.filter((step) => step !== page && !done.has(step));
  const position = (step: GuidePage) => (STEPS as readonly GuidePage[]).indexOf(step);
  const isAfter = (step: Step) => step !== "payment" && position(step) > position(page);
  return open.find(isAfter) ?? open[0];
}

export function versionOf(progress: Progress): string {
  const { payee, hasBrand, hasTestKey, firstCallAt, hasEndpoint, hasPaid, isDismissed } = progress;
  const called = firstCallAt !== null;
  return [payee, hasBrand, hasTestKey, called, hasEndpoint, hasPaid, isDismissed].join(".");
}
