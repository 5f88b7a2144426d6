import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import * as repository from "./limits.sql.ts";
import type { RefundDeps, RefundLimits, RefundOwner } from "./refund.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export function setLimits(
  { db, clock }: Pick<RefundDeps, "db" | "clock">,
  accountId: string,
  limits: RefundLimits,
  actor: Actor,
): Promise<void> {
  return db.transaction(async (tx) => {
    await repository.setLimits(tx, accountId, limits);
    const action = "refund_limits.changed";
    const details = {
      perRefund: limits.perRefund ?? "none",
      perDay: limits.perDay ?? "none",
    };
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: accountId, details });
  });
}

/** Of a member, in live mode. Limits count the last 24 hours, and any amount in another currency is above them. */
export async function isAboveLimit(
  { db, clock }: Pick<RefundDeps, "db" | "clock">,
  owner: RefundOwner,
  { amount, currency }: { amount: number; currency: string },
): Promise<boolean> {
  if (owner.mode === "test") return false;
  const { perRefund, perDay } = await repository.findLimits(db, owner.accountId);
  if (perRefund === null && perDay === null) return false;
  if (currency !== "EUR" || (perRefund !== null && amount > perRefund)) return true;
  if (perDay === null) return false;
  const since = new Date(clock.now().getTime() - DAY_MS);
  return (await repository.sumSince(db, owner, since)) + amount > perDay;
}
