import type { Bank, BankDirectory } from "#lib/banks/connector.ts";
import type { BankPause, createBankPauses } from "#lib/banks/pauses/service.ts";
import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { AccountService, AccountWithPayees } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { RestoredService } from "#lib/payments/restored/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { MODES, type Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { type JobState, listJobs } from "#lib/platform/jobs/shared-job.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { AccountSearch, BankDay, Due } from "./repository.ts";
import * as repository from "./repository.ts";

export type AccountOverview = AccountWithPayees & {
  activeKeys: { live: number; test: number };
  lastTransactionAt: Date | null;
};

/** `days`: newest first, without days on which no payment attempt started. */
export type BankHealth = Pick<Bank, "id" | "name" | "country"> & {
  mode: Mode;
  pause: BankPause | undefined;
  days: BankDay[];
};

export type JobsOverview = {
  jobs: JobState[];
  queues: ({ name: "deliveries" | "failing_deliveries" | "polls" | "expiries" } & Due)[];
  /** Webhooks that are no longer retried, of the last week. */
  exhausted: number;
};

const DAY_MS = 24 * 60 * 60_000;
const HEALTH_DAYS = 7;
const MAX_READ = 20_000;
const MAX_COUNTED = 10_000;

/** `open`: transactions that a bank may still execute; `reported`: those with a reported transfer. */
export type Closing = {
  wasOpen: boolean;
  keysRevoked: number;
  cancelled: number;
  open: number;
  reported: number;
};

export type OperatorDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "find" | "list" | "listPayees" | "close">;
  banks: Pick<BankDirectory, "banksFor">;
  pauses: Pick<ReturnType<typeof createBankPauses>, "list">;
  webhooks: Pick<WebhookService, "queueState">;
  apiKeys: Pick<ApiKeyService, "countActive" | "revokeAll">;
  transactions: Pick<TransactionService, "latestByAccount" | "cancelAllOf">;
  sessions: Pick<SessionService, "revokeEveryones">;
  restored: Pick<RestoredService, "hold">;
};

export function createOperator(deps: OperatorDeps) {
  const { db, clock, accounts, apiKeys, transactions, sessions, restored } = deps;
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

  /** `accountId`: if there is only that one. */
  async function toOverviews(
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

  /** After commit, the account and its keys can create nothing. */
  function shut(
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

  return {
    /** Oldest first. */
    async accounts(): Promise<AccountOverview[]> {
      return toOverviews(await accounts.list());
    },

    async account(accountId: string): Promise<AccountOverview | undefined> {
      const [account, payees] = await Promise.all([
        accounts.find(accountId),
        accounts.listPayees(accountId),
      ]);
      if (!account) return undefined;
      const [overview] = await toOverviews([{ ...account, payees }], accountId);
      return overview;
    },

    /**
     * Ends API keys and their JWTs at once. Cancels pending transactions, unless a bank may still execute them or a transfer is
     * reported. Closing again cancels what could not be cancelled before.
     * @throws AppError `not_found`; at the end, any transaction's failure
     */
    async close(accountId: string, actor: Actor = "operator"): Promise<Closing> {
      const done = await shut(accountId, actor);
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

    /** Oldest first. `after` is the last id of the previous page. */
    searchAccounts: (wanted: AccountSearch) => repository.searchAccounts(db, wanted),

    /** IBANs of open accounts that wait to be confirmed, oldest first. */
    waitingPayees: (page: { after?: string | undefined; limit: number }) =>
      repository.listWaitingPayees(db, page),

    /** Health: what payment attempts of the last week came to, at most the latest 20,000. */
    async banks(): Promise<BankHealth[]> {
      const [pauses, days, ...banks] = await Promise.all([
        deps.pauses.list(),
        repository.countAttemptsByDay(db, ago(HEALTH_DAYS), MAX_READ),
        ...MODES.map(async (mode) =>
          (await deps.banks.banksFor(mode)).map((bank) => ({ ...bank, mode })),
        ),
      ]);
      return banks.flat().map(({ id, name, country, mode }) => ({
        id,
        name,
        country,
        mode,
        pause: pauses.find(({ bankId }) => bankId === id),
        days: days.filter(({ bankId }) => bankId === id),
      }));
    },

    async jobs(): Promise<JobsOverview> {
      const now = clock.now();
      const [jobs, deliveries, polls, expiries, exhausted] = await Promise.all([
        listJobs(db),
        deps.webhooks.queueState(),
        repository.countDuePolls(db, now, MAX_COUNTED),
        repository.countDueExpiries(db, now, MAX_COUNTED),
        repository.countExhausted(db, ago(HEALTH_DAYS), MAX_READ),
      ]);
      const queues = deliveries.map(({ isFailing, due, oldestSeconds }) => ({
        name: isFailing ? ("failing_deliveries" as const) : ("deliveries" as const),
        waiting: due,
        oldestAt: due > 0 ? new Date(now.getTime() - oldestSeconds * 1_000) : null,
      }));
      return {
        jobs,
        queues: [...queues, { name: "polls", ...polls }, { name: "expiries", ...expiries }],
        exhausted,
      };
    },
  };
}
