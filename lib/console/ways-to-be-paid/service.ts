import type { BankChoice, BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { hasWayToPay } from "#lib/payments/transactions/ways-to-pay.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { RoadOverview, UnpayableAccount } from "./overview.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  banks: Pick<BankDirectory, "banksFor" | "hasBank">;
  accounts: Pick<AccountService, "payeeOverview">;
};

export type WaysToBePaid = ReturnType<typeof createWaysToBePaid>;

export function createWaysToBePaid(deps: Deps) {
  return {
    read: (account: { id: string; takesTransfers: boolean }): Promise<RoadOverview[]> =>
      Promise.all([readBankRoad(deps, account.id), readTransferRoad(deps, account)]),

    hasLiveBank: (): Promise<boolean> => deps.banks.hasBank("live"),

    /** Open accounts with live API keys that can't be paid in live mode. */
    listUnpayable: (): Promise<UnpayableAccount[]> => listUnpayable(deps),
  };
}

async function readBankRoad({ db, banks }: Deps, accountId: string): Promise<RoadOverview> {
  const [live, hasTestBank, attempts] = await Promise.all([
    banks.banksFor("live"),
    banks.hasBank("test"),
    repository.listRecentAttempts(db, accountId),
  ]);
  const paid = attempts.find(({ status }) => status === "succeeded");
  const state = live.length === 0 ? (hasTestBank ? "test" : "off") : liveState(live, attempts);
  return { road: "bank", state, lastMoneyAt: paid?.finishedAt ?? null };
}

// Fewer may be one bank's bad minute.
const FAILED_IN_A_ROW = 5;

function liveState(banks: BankChoice[], attempts: repository.RecentAttempt[]): "ready" | "failing" {
  const latest = attempts.filter(({ finishedAt }) => finishedAt).slice(0, FAILED_IN_A_ROW);
  const isDown =
    latest.length === FAILED_IN_A_ROW &&
    latest.every(({ failureReason }) => failureReason === "bank_unavailable");
  return isDown || banks.every(({ isPaused }) => isPaused) ? "failing" : "ready";
}

async function readTransferRoad(
  { db, accounts }: Deps,
  { id, takesTransfers }: { id: string; takesTransfers: boolean },
): Promise<RoadOverview> {
  const [{ primary }, lastMoneyAt] = await Promise.all([
    accounts.payeeOverview(id),
    repository.lastTransferAt(db, id),
  ]);
  const state = primary?.confirmedAt ? "ready" : "failing";
  return { road: "transfer", state: takesTransfers ? state : "off", lastMoneyAt };
}

async function listUnpayable({ db, banks }: Deps): Promise<UnpayableAccount[]> {
  const [hasBank, live] = await Promise.all([banks.hasBank("live"), repository.listLive(db)]);
  return live.flatMap(({ id, name, takesTransfers, confirmedAt }): UnpayableAccount[] => {
    if (confirmedAt === null) return [{ id, name, lacks: "iban" }];
    return hasWayToPay({ hasBank, takesTransfers }) ? [] : [{ id, name, lacks: "road" }];
  });
}
