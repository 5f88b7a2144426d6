import type { AccountService, AccountWithPayees } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type AccountOverview = AccountWithPayees & {
  activeKeys: { live: number; test: number };
  lastTransactionAt: Date | null;
};

/** `open`: a bank may still execute them; `reported`: a transfer is reported. */
export type Closing = {
  wasOpen: boolean;
  keysRevoked: number;
  cancelled: number;
  open: number;
  reported: number;
};

export type AccountsDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "find" | "list" | "listPayees" | "close">;
  apiKeys: Pick<ApiKeyService, "countActive" | "revokeAll">;
  transactions: Pick<TransactionService, "latestByAccount" | "cancelAllOf">;
};

export async function listAccounts(deps: AccountsDeps): Promise<AccountOverview[]> {
  return toOverviews(deps, await deps.accounts.list());
}

export async function findAccount(
  deps: AccountsDeps,
  accountId: string,
): Promise<AccountOverview | undefined> {
  const { accounts } = deps;
  const [account, payees] = await Promise.all([
    accounts.find(accountId),
    accounts.listPayees(accountId),
  ]);
  if (!account) return undefined;
  const [overview] = await toOverviews(deps, [{ ...account, payees }], accountId);
  return overview;
}

/**
 * Ends API keys and JWTs at once. Cancels pending transactions, unless a bank may execute them or a transfer is reported.
 * May be repeated.
 * @throws AppError `not_found`; at the end, any transaction's failure
 */
export async function closeAccount(
  deps: AccountsDeps,
  accountId: string,
  actor: Actor,
): Promise<Closing> {
  const done = await shut(deps, accountId, actor);
  return { ...done, ...(await deps.transactions.cancelAllOf(accountId)) };
}

async function toOverviews(
  { apiKeys, transactions }: AccountsDeps,
  all: AccountWithPayees[],
  accountId?: string,
): Promise<AccountOverview[]> {
  const [counts, latest] = await Promise.all([
    apiKeys.countActive(accountId),
    transactions.latestByAccount(accountId),
  ]);
  const keysOf = (id: string, mode: Mode) =>
    counts.find((row) => row.accountId === id && row.mode === mode)?.keys ?? 0;
  return all.map((account) => ({
    ...account,
    activeKeys: { live: keysOf(account.id, "live"), test: keysOf(account.id, "test") },
    lastTransactionAt: latest.get(account.id) ?? null,
  }));
}

function shut(
  { db, clock, accounts, apiKeys }: AccountsDeps,
  accountId: string,
  actor: Actor,
): Promise<Pick<Closing, "wasOpen" | "keysRevoked">> {
  return db.transaction(async (tx) => {
    const wasOpen = await accounts.close(tx, accountId);
    const keysRevoked = await apiKeys.revokeAll(tx, accountId);
    if (wasOpen || keysRevoked > 0) {
      await recordAudit(tx, clock.now(), {
        accountId,
        actor,
        action: "account.closed",
        target: accountId,
        details: { keysRevoked },
      });
    }
    return { wasOpen, keysRevoked };
  });
}
