import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Outcome } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  attempts: Pick<AttemptService, "isOpen">;
};

export type RestoredService = ReturnType<typeof createRestoredService>;

/**
 * A restored backup lacks the payment attempts that began after it. Its pending transactions may have been paid by one, so
 * they wait for the operator and never fail by themselves.
 */
export function createRestoredService({ db, clock, lifecycle, attempts }: Deps) {
  return {
    /** Idempotent. Returns how many it held. */
    async hold(): Promise<number> {
      let held = 0;
      for (const id of await repository.listUncertain(db)) {
        await db.transaction(async (tx) => {
          await lifecycle.lock(tx, id);
          if (await lifecycle.awaitOperator(tx, id)) held += 1;
        });
      }
      return held;
    },

    /** `isAtBank`: a bank may still end it. Oldest first. */
    async list(): Promise<{ transaction: Transaction; isAtBank: boolean }[]> {
      const held: { transaction: Transaction; isAtBank: boolean }[] = [];
      for (const transaction of await repository.listHeld(db)) {
        held.push({ transaction, isAtBank: await attempts.isOpen(db, transaction.id) });
      }
      return held;
    },

    /**
     * `outcome`: by the payee's bank statement.
     * @throws AppError `not_found` unless it was held, `transaction_final`, `transaction_in_progress` while a bank may end it
     */
    settle: (id: string, outcome: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lifecycle.lock(tx, id);
        if (!transaction?.restoredAt) throw new AppError("not_found");
        if (transaction.status !== "processing") throw new AppError("transaction_final");
        if (await attempts.isOpen(tx, id)) throw new AppError("transaction_in_progress");
        if (outcome === "succeeded") await lifecycle.succeed(tx, id);
        else await lifecycle.fail(tx, id, "expired");
        await recordAudit(tx, clock.now(), {
          accountId: transaction.accountId,
          actor: "operator",
          action: "transaction.settled",
          target: id,
          details: { status: outcome },
        });
      }),
  };
}
