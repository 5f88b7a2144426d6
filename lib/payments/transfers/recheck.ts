import { withDeadline } from "#lib/banks/deadline.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import * as repository from "./repository.ts";
import type { ReceivedTransfer } from "./transfer.ts";

export type RecheckDeps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  logger: Pick<Logger, "warn">;
  attempts: Pick<AttemptService, "findOpen" | "cancelAtBank">;
};

// A member waits for all banks.
const RECHECK_MS = 15_000;

/** Returns false if the attempt's bank may still execute it. */
export type Release = (
  tx: Database,
  transaction: Transaction,
  attempt: Attempt,
) => Promise<boolean>;

/** Asks the bank to cancel its attempt, then books the waiting money. */
export async function recheck(
  { db, lifecycle, attempts }: RecheckDeps,
  transfer: ReceivedTransfer,
  release: Release = async () => false,
): Promise<ReceivedTransfer> {
  const { id, accountId, transactionId } = transfer;
  if (!isWaiting(transfer) || transactionId === null) return transfer;
  await attempts.cancelAtBank(transactionId);
  return db.transaction(async (tx) => {
    const transaction = await lifecycle.lock(tx, transactionId);
    const now = await repository.find(tx, accountId, id);
    if (!transaction || !now || !isWaiting(now)) return now ?? transfer;
    const open = await attempts.findOpen(tx, transactionId);
    if (open === undefined) await lifecycle.succeedByTransfer(tx, transactionId);
    else if (!(await release(tx, transaction, open))) return now;
    return (await repository.find(tx, accountId, id)) ?? now;
  });
}

/** Once per transaction, for at most 15 seconds. Failures are logged. */
export async function recheckAll(deps: RecheckDeps, transfers: ReceivedTransfer[]): Promise<void> {
  const { clock, logger } = deps;
  const until = clock.now().getTime() + RECHECK_MS;
  const seen = new Set<string | null>();
  for (const transfer of transfers.filter(isWaiting)) {
    const left = until - clock.now().getTime();
    if (left <= 0) return;
    if (seen.has(transfer.transactionId)) continue;
    seen.add(transfer.transactionId);
    const looking = withDeadline(AbortSignal.timeout(left), () => recheck(deps, transfer));
    await looking.catch((err: unknown) => {
      logger.warn({ err, transferId: transfer.id }, "a waiting transfer could not be rechecked");
    });
  }
}

export function isWaiting({ status, resolvedAt }: ReceivedTransfer): boolean {
  return status === "being_paid" && resolvedAt === null;
}
