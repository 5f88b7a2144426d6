import type { CheckoutView } from "#lib/payments/checkout/view.ts";

/** Without scripts, a page shows money within 5 seconds. */
const SECONDS = 4;

const PATIENT_AFTER_MS = 30 * 60_000;
const PATIENT_SECONDS = 60;

/** Of a page that waits for the outcome. A transfer that does not come soon can take days. */
export function refreshEvery({ transfer }: Pick<CheckoutView, "transfer">, now = new Date()) {
  const reportedAt = transfer?.reportedAt ?? null;
  const isLong = reportedAt !== null && now.getTime() - Date.parse(reportedAt) > PATIENT_AFTER_MS;
  return { seconds: isLong ? PATIENT_SECONDS : SECONDS };
}
