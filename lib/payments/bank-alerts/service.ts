import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { type AlertFilter, type AlertPage, createBankAlertRepository } from "./repository.ts";

export type BankAlertService = ReturnType<typeof createBankAlertService>;

/** Alerts and their resolution change no payment. */
export function createBankAlertService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createBankAlertRepository(db);

  return {
    /** Newest first; `before` is the last id of the previous page. */
    list: (wanted: AlertFilter & AlertPage) => repository.list(wanted),

    count: (filter: AlertFilter): Promise<number> => repository.count(filter),

    /** Whether the account's transaction has an open alert. */
    concern: (accountId: string, transactionId: string): Promise<boolean> =>
      repository.isOpenFor(transactionId, accountId),

    /**
     * `false` if it was resolved before; its note stays.
     * @throws AppError `not_found`
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
