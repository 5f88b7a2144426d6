/** What a new account does first, in this order. */
export const STEPS = ["company", "brand", "key", "webhook", "payment"] as const;
export type Step = (typeof STEPS)[number];

/** What an account's data and its owner say of the first steps. */
export type Progress = {
  /** Where the company is paid; confirmed by the service, or entered only. */
  payee: "none" | "unconfirmed" | "confirmed";
  brand: "none" | "set" | "skipped";
  /** Whether there is an active key of test mode, and when a call with such a key came in last. */
  hasTestKey: boolean;
  lastCallAt: Date | null;
  /** Whether webhooks of test mode go somewhere, and their secret was stored there. */
  hasEndpoint: boolean;
  hasPaid: boolean;
  isDismissed: boolean;
};

/** Which steps are done. */
export function doneSteps(progress: Progress): ReadonlySet<Step> {
  const isDone: Record<Step, boolean> = {
    company: progress.payee !== "none",
    brand: progress.brand !== "none",
    key: progress.hasTestKey,
    webhook: progress.hasEndpoint,
    payment: progress.hasPaid,
  };
  return new Set(STEPS.filter((step) => isDone[step]));
}

/** The first step that is not done; none when all are. */
export function currentStep(progress: Progress): Step | undefined {
  const done = doneSteps(progress);
  return STEPS.find((step) => !done.has(step));
}

/** Changes with everything the list of steps shows. */
export function versionOf(progress: Progress): string {
  const { payee, brand, hasTestKey, lastCallAt, hasEndpoint, hasPaid, isDismissed } = progress;
  const called = lastCallAt !== null;
  return [payee, brand, hasTestKey, called, hasEndpoint, hasPaid, isDismissed].join(".");
}
