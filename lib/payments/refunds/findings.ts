import type { RefundFindingKind } from "#lib/payments/model/refund.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { insertFinding, noteSeen } from "./findings.sql.ts";
import type { Refund, RefundDeps } from "./refund.ts";

type Reported = { kind: RefundFindingKind; amount: number; currency: string };

/** A member looks at it. Alerts and stores the first time only. */
export async function reportFinding(
  { clock, logger }: Pick<RefundDeps, "clock" | "logger">,
  db: Database,
  { id: refundId, accountId, mode }: Pick<Refund, "id" | "accountId" | "mode">,
  { kind, amount, currency }: Reported,
): Promise<void> {
  const isNew = await insertFinding(db, {
    id: newId("rfnf"),
    accountId,
    mode,
    refundId,
    kind,
    amount,
    currency,
    createdAt: clock.now(),
    seenAt: null,
  });
  if (!isNew) return;
  const alert = kind === "returned" ? "refund_returned" : "refund_contradicted";
  logger.error({ alert, kind, refundId, accountId, mode }, "a bank reported a refund to look at");
}

/** Of another member too: once it is seen, no page shows it. */
export function markSeen(
  { db, clock }: Pick<RefundDeps, "db" | "clock">,
  key: { accountId: string; id: string },
  actor: Actor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const seen = await noteSeen(tx, key, now);
    if (!seen) return;
    const { accountId, refundId: target, kind } = seen;
    const action = "refund.finding_seen";
    await recordAudit(tx, now, { accountId, actor, action, target, details: { kind } });
  });
}
