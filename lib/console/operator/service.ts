import type { AccountService, AccountWithPayees } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** An account as its operator sees it. `lastTransactionAt`: when its latest transaction was created. */
export type AccountOverview = AccountWithPayees & {
  activeKeys: { live: number; test: number };
  lastTransactionAt: Date | null;
};

/**
 * What closing an account did. `wasOpen`: it was not closed before; `open`: transactions a bank may still execute;
 * `told`: those whose shopper said to have sent a transfer.
 */
export type Closing = {
  wasOpen: boolean;
  keysRevoked: number;
  cancelled: number;
  open: number;
  reported: number;
};

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "list" | "close">;
  apiKeys: Pick<ApiKeyService, "countActive" | "revokeAll">;
  transactions: Pick<TransactionService, "latestByAccount" | "cancelAllOf">;
};

/** Verbs of the service's operator that reach over several nouns. */
export function createOperator({ db, clock, accounts, apiKeys, transactions }: Deps) {
  /** From the end of this database transaction on nothing new can be created with the account or its keys. */
  function shut(accountId: string): Promise<Pick<Closing, "wasOpen" | "keysRevoked">> {
    return db.transaction(async (tx) => {
      const wasOpen = await accounts.close(tx, accountId);
      const keysRevoked = await apiKeys.revokeAll(tx, accountId);
      if (wasOpen || keysRevoked > 0) {
        await recordAudit(tx, clock.now(), {
          accountId,
          actor: "operator",
          action: "account.closed",
          target: accountId,
          details: { keysRevoked },
        });
      }
      return { wasOpen, keysRevoked };
    });
  }

  return {
    /** All accounts, the oldest first. */
    async accounts(): Promise<AccountOverview[]> {
      const [all, counts, latest] = await Promise.all([
        accounts.list(),
        apiKeys.countActive(),
        transactions.latestByAccount(),
      ]);
      const keysOf = (accountId: string, mode: "live" | "test") =>
        counts.find((row) => row.accountId === accountId && row.mode === mode)?.keys ?? 0;
      return all.map((account) => ({
        ...account,
        activeKeys: { live: keysOf(account.id, "live"), test: keysOf(account.id, "test") },
        lastTransactionAt: latest.get(account.id) ?? null,
      }));
    },

    /**
     * Closes an account: its API keys, and with them its JWTs, end at once; what is pending is cancelled unless a bank
     * may still execute it. What waits for a transfer that was told waits on. Closing it again cancels what could not be cancelled before. Throws `not_found`, and at the
     * end what went wrong with any transaction.
     */
    async close(accountId: string): Promise<Closing> {
      const done = await shut(accountId);
      return { ...done, ...(await transactions.cancelAllOf(accountId)) };
    },
  };
}
