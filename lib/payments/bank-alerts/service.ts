import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { type AlertFilter, type AlertPage, createBankAlertRepository } from "./repository.ts";

export type BankAlertService = ReturnType<typeof createBankAlertService>;

/** Verbs on what banks said that a person has to look at. An alert changes no payment, and neither does its resolution. */
export function createBankAlertService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createBankAlertRepository(db);

  return {
    /** Alerts, newest first, at most `limit`: the open ones or all; `before` is the id the last page ended with. */
    list: (wanted: AlertFilter & AlertPage) => repository.list(wanted),

    count: (filter: AlertFilter): Promise<number> => repository.count(filter),

    /** Tells whether a transaction of the account has an alert that is open. */
    concern: (accountId: string, transactionId: string): Promise<boolean> =>
      repository.isOpenFor(transactionId, accountId),

    /**
     * The operator has looked into an alert, and notes what came of it. Answers `false` for one that was resolved before,
     * whose note stays. Throws `not_found`.
     */
    resolve: (id: string, note: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const alerts = createBankAlertRepository(tx);
        const now = clock.now();
        const resolved = await alerts.resolve(id, { resolvedAt: now, resolvedNote: note });
        if (!resolved) {
          if (await alerts.find(id)) return false;
          throw new AppError("not_found");
        }
        await recordAudit(tx, now, {
          accountId: await alerts.accountOf(resolved),
          actor: "operator",
          action: "bank_alert.resolved",
          target: resolved.transactionId,
          details: { kind: resolved.kind },
        });
        return true;
      }),
  };
}
