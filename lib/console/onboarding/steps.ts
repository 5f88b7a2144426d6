/** In this order. */
export const STEPS = ["company", "brand", "key", "webhook", "payment"] as const;
export type Step = (typeof STEPS)[number];

export type Progress = {
  /** `confirmed` by the service, or only entered. */
  payee: "none" | "unconfirmed" | "confirmed";
  brand: "none" | "set" | "skipped";
  /** An active test key exists; `lastCallAt` is the last call with one. */
  hasTestKey: boolean;
  lastCallAt: Date | null;
  /** A test endpoint gets outcome events, and its secret was saved. */
  hasEndpoint: boolean;
  hasPaid: boolean;
  isDismissed: boolean;
};

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

export function currentStep(progress: Progress): Step | undefined {
  const done = doneSteps(progress);
  return STEPS.find((step) => !done.has(step));
}

/** Changes whenever the list of steps does. */
export function versionOf(progress: Progress): string {
  const { payee, brand, hasTestKey, lastCallAt, hasEndpoint, hasPaid, isDismissed } = progress;
  const called = lastCallAt !== null;
  return [payee, brand, hasTestKey, called, hasEndpoint, hasPaid, isDismissed].join(".");
}
