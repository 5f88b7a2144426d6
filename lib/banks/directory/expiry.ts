import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { ConfiguredBank } from "./file.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TOLD_BEFORE_MS = 30 * DAY_MS;

/** Logs certificates that expire within 30 days. Returns their number. */
export function checkExpiry(
  banks: readonly ConfiguredBank[],
  { clock, logger }: { clock: Clock; logger: Logger },
): number {
  const now = clock.now().getTime();
  const ending = banks.flatMap(({ id: bankId, certificate, signing }) =>
    [
      { use: "tls", expiresAt: certificate?.expiresAt },
      { use: "signing", expiresAt: signing?.expiresAt },
    ].flatMap(({ use, expiresAt }) =>
      expiresAt && expiresAt.getTime() - now <= TOLD_BEFORE_MS ? [{ bankId, use, expiresAt }] : [],
    ),
  );
  for (const { expiresAt, ...which } of ending) {
    const isOver = expiresAt.getTime() <= now;
    const daysLeft = Math.max(0, Math.floor((expiresAt.getTime() - now) / DAY_MS));
    logger.error(
      {
        alert: isOver ? "bank_certificate_expired" : "bank_certificate_expires",
        ...which,
        daysLeft,
      },
      isOver
        ? "a certificate shown to a bank has expired"
        : "a certificate shown to a bank expires",
    );
  }
  return ending.length;
}
