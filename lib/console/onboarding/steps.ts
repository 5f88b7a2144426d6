import type { Role } from "#lib/identity/model/roles.ts";

export const STEPS = ["company", "ways", "key", "webhook", "payment"] as const;
export type Step = (typeof STEPS)[number];

export type GuidePage = Step | "brand";

/** Page below /console of each step, and the role it needs. */
export const GUIDE_PAGES = {
  company: { path: "/settings/company", needed: "owner" },
  ways: { path: "/settings/ways-to-be-paid", needed: "owner" },
  key: { path: "/installations/web", needed: "developer" },
  webhook: { path: "/webhooks/new", needed: "developer" },
  payment: { path: "/first-payment", needed: "developer" },
  brand: { path: "/settings/brand", needed: "owner" },
} as const satisfies Record<GuidePage, { path: `/${string}`; needed: Role }>;

export type Progress = {
  /** `confirmed` by the service, or only entered. */
  payee: "none" | "unconfirmed" | "confirmed";
  /** In live mode. */
  canBePaid: boolean;
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
    ways: progress.canBePaid,
    key: progress.hasTestKey,
    webhook: progress.hasEndpoint,
    payment: progress.hasPaid,
  };
  return new Set(STEPS.filter((step) => isDone[step]));
}

/** A step that waits for the operator comes after those that the merchant can do. */
export function currentStep(progress: Progress): Step | undefined {
  const open = openSteps(progress);
  return open.find((step) => !isWaiting(progress, step)) ?? open[0];
}

/** Nothing is left for the merchant to do. */
export function mayDismiss(progress: Progress): boolean {
  return openSteps(progress).every((step) => isWaiting(progress, step));
}

function openSteps(progress: Progress): Step[] {
  const done = doneSteps(progress);
  return STEPS.filter((step) => !done.has(step));
}

/** The operator has to confirm the IBAN first. */
function isWaiting({ payee }: Progress, step: Step): boolean {
  return step === "ways" && payee === "unconfirmed";
}

/** The open step after `page`, else the first one. The payment comes last. */
export function nextStep(progress: Progress, page: GuidePage): Step | undefined {
  const open = openSteps(progress).filter((step) => step !== page && !isWaiting(progress, step));
  const position = (step: GuidePage) => (STEPS as readonly GuidePage[]).indexOf(step);
  const isAfter = (step: Step) => step !== "payment" && position(step) > position(page);
  return open.find(isAfter) ?? open[0];
}

export function versionOf(progress: Progress): string {
  const { firstCallAt, ...rest } = progress;
  const { payee, canBePaid, hasBrand, hasTestKey, hasEndpoint, hasPaid, isDismissed } = rest;
  const called = firstCallAt !== null;
  const parts = [payee, canBePaid, hasBrand, hasTestKey, called, hasEndpoint, hasPaid, isDismissed];
  return parts.join(".");
}
