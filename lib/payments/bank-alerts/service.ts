import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { AlertFilter, AlertPage } from "./repository.ts";
import * as repository from "./repository.ts";

export type BankAlertService = ReturnType<typeof createBankAlertService>;

/** Alerts and their resolution change no payment. */
export function createBankAlertService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Newest first; `before` is the last id of the previous page. */
    list: (wanted: AlertFilter & AlertPage) => repository.list(db, wanted),

    get: async (id: string) => (await repository.list(db, { onlyOpen: false, limit: 1, id })).at(0),

    count: (filter: AlertFilter): Promise<number> => repository.countOpen(db, filter),

    countByKind: () => repository.countByKind(db),

    concern: (accountId: string, transactionId: string): Promise<boolean> =>
      repository.isOpenFor(db, transactionId, accountId),

    /**
     * `false` if it was resolved before; its note stays.
     * @throws AppError `not_found`
     */
    resolve: (id: string, note: string, actor: Actor = "operator"): Promise<boolean> =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const resolved = await repository.resolve(tx, id, { resolvedAt: now, resolvedNote: note });
        if (!resolved) {
          if (await repository.find(tx, id)) return false;
          throw new AppError("not_found");
        }
        await recordAudit(tx, now, {
          accountId: await repository.accountOf(tx, resolved),
          actor,
          action: "bank_alert.resolved",
          target: resolved.transactionId,
          details: { kind: resolved.kind },
        });
        return true;
      }),
  };
}
