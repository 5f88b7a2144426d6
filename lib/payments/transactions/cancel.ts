import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { get } from "./find.ts";
import * as repository from "./repository.ts";
import type { KnownTransaction } from "./transaction.ts";

// Banks may take seconds to cancel.
const AT_ONCE = 10;

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  endUnpaid: (id: string, reason: EndReason) => Promise<KnownTransaction | undefined>;
};

/**
 * Returns a cancelled transaction unchanged.
 * @throws AppError `not_found`, `transaction_in_progress`, `transaction_final`
 */
export async function cancel(deps: Deps, apiKey: ApiKey, id: string): Promise<KnownTransaction> {
  const { id: known } = await get(deps.db, apiKey, id);
  const transaction = await deps.endUnpaid(known, "cancelled");
  if (transaction?.status === "processing") throw new AppError("transaction_in_progress");
  if (transaction?.failureReason !== "cancelled") throw new AppError("transaction_final");
  return transaction;
}

/**
 * The request is stored first, so that it survives a crash.
 * @throws AppError `not_found`, `transaction_in_progress`, `transaction_final`, `account_closed`
 */
export async function cancelForAccount(
  { db, clock, accounts, endUnpaid }: Deps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  const asked = await db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const known = await repository.lock(tx, id);
    if (known?.accountId !== accountId) throw new AppError("not_found");
    if (known.status !== "pending") return known;
    await repository.setEndReason(tx, id, "cancelled");
    const action = "transaction.cancelled";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
    return known;
  });
  const transaction = asked.status === "pending" ? await endUnpaid(id, "cancelled") : asked;
  if (transaction?.status === "processing") throw new AppError("transaction_in_progress");
  if (transaction?.failureReason !== "cancelled") throw new AppError("transaction_final");
}

/** `open`: at a bank. `reported`: as a transfer. Throws all failures at the end. */
export async function cancelAllOf(
  deps: Deps,
  accountId: string,
): Promise<{ cancelled: number; open: number; reported: number }> {
  const { ended, failures } = await endAll(
    deps,
    await repository.listPending(deps.db, accountId),
    "cancelled",
  );
  if (failures.length > 0)
    throw new AggregateError(failures, "some transactions could not be cancelled");
  const cancelled = ended.filter((transaction) => transaction?.status === "failed").length;
  return { cancelled, ...(await repository.countOpen(deps.db, accountId)) };
}

/** One failure does not block the others. */
async function endAll({ endUnpaid }: Deps, ids: readonly string[], reason: EndReason) {
  const ended: (KnownTransaction | undefined)[] = [];
  const failures: unknown[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE).map((id) => endUnpaid(id, reason));
    for (const result of await Promise.allSettled(some)) {
      if (result.status === "rejected") failures.push(result.reason);
      else ended.push(result.value);
    }
  }
  return { ended, failures };
}
