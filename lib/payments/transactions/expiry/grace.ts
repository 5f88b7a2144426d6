/** After `expiresAt`, to report a transfer. */
export const REPORTING_GRACE_MS = 10 * 60_000;

type Timed = {
  status: string;
  endReason: string | null;
  transferShownAt: Date | null;
  expiresAt: Date;
};

export function isInGrace(
  { status, endReason, transferShownAt, expiresAt }: Timed,
  now: Date,
): boolean {
  if (status !== "pending" || endReason !== null || transferShownAt === null) return false;
  const overMs = now.getTime() - expiresAt.getTime();
  return overMs >= 0 && overMs < REPORTING_GRACE_MS;
}
