import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { AccountService, AccountWithPayees } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { RestoredService } from "#lib/payments/restored/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Mode } from "#lib/platform/mode.ts";

export type AccountOverview = AccountWithPayees & {
  activeKeys: { live: number; test: number };
  lastTransactionAt: Date | null;
};

/** `open`: transactions that a bank may still execute; `reported`: those with a reported transfer. */
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
  apiKeys: Pick<ApiKeyService, "countActive" | "revokeAll" | "untilForgotten">;
  transactions: Pick<TransactionService, "latestByAccount" | "cancelAllOf">;
  sessions: Pick<SessionService, "revokeEveryones">;
  restored: Pick<RestoredService, "hold">;
};

export function createOperator(deps: Deps) {
  const { db, clock, accounts, apiKeys, transactions, sessions, restored } = deps;

  /** After commit, the account and its keys can create nothing. */
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
    /** Oldest first. */
    async accounts(): Promise<AccountOverview[]> {
      const [all, counts, latest] = await Promise.all([
        accounts.list(),
        apiKeys.countActive(),
        transactions.latestByAccount(),
      ]);
      const keysOf = (accountId: string, mode: Mode) =>
        counts.find((row) => row.accountId === accountId && row.mode === mode)?.keys ?? 0;
      return all.map((account) => ({
        ...account,
        activeKeys: { live: keysOf(account.id, "live"), test: keysOf(account.id, "test") },
        lastTransactionAt: latest.get(account.id) ?? null,
      }));
    },

    /**
     * Ends API keys and their JWTs at once. Cancels pending transactions, unless a bank may still execute them or a transfer is
     * reported. Closing again cancels what could not be cancelled before.
     * @throws AppError `not_found`; at the end, any transaction's failure
     */
    async close(accountId: string): Promise<Closing> {
      const done = await shut(accountId);
      await apiKeys.untilForgotten();
      return { ...done, ...(await transactions.cancelAllOf(accountId)) };
    },

    /**
     * For a database from a backup, before it serves. `held`: pending transactions, which now wait for the operator. Ends all
     * sessions, because some may have been revoked after the backup.
     */
    async afterRestore(): Promise<{ held: number }> {
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
    },
  };
}
