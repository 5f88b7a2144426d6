import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { RestoredService } from "#lib/payments/restored/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { type AccountsDeps, closeAccount, findAccount, listAccounts } from "./accounts.ts";
import { type HealthDeps, listBanks, readJobs } from "./health.ts";
import type { AccountSearch } from "./repository.ts";
import * as repository from "./repository.ts";

export type OperatorDeps = AccountsDeps &
  HealthDeps & {
    sessions: Pick<SessionService, "revokeEveryones">;
    restored: Pick<RestoredService, "hold">;
  };

export function createOperator(deps: OperatorDeps) {
  const { db } = deps;
  return {
    accounts: () => listAccounts(deps),
    account: (accountId: string) => findAccount(deps, accountId),
    close: (accountId: string, actor: Actor = "operator") => closeAccount(deps, accountId, actor),
    afterRestore: () => afterRestore(deps),

    /** Oldest first. `after` is the last id of the previous page. */
    searchAccounts: (wanted: AccountSearch) => repository.searchAccounts(db, wanted),

    waitingPayees: (page: { after?: string | undefined; limit: number }) =>
      repository.listWaitingPayees(db, page),

    banks: () => listBanks(deps),
    jobs: () => readJobs(deps),
  };
}

/** Before a restored database serves. Ends all sessions: some may have been revoked since. */
async function afterRestore({
  db,
  clock,
  restored,
  sessions,
}: OperatorDeps): Promise<{ held: number }> {
  const held = await restored.hold();
  await db.transaction(async (tx) => {
    const signedOut = await sessions.revokeEveryones(tx);
    const entry = { actor: "operator", action: "backup.restored", target: "database" } as const;
    await recordAudit(tx, clock.now(), {
      ...entry,
      accountId: null,
      details: { held, signedOut },
    });
  });
  return { held };
}
