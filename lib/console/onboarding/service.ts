import type { BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { hasWayToPay } from "#lib/payments/transactions/ways-to-pay.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";
import { mayDismiss, type Progress } from "./steps.ts";

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  banks: Pick<BankDirectory, "hasBank">;
};

export function createOnboarding({ db, clock, accounts, banks }: Deps) {
  async function read(inside: Database, accountId: string): Promise<Progress> {
    const row = await repository.find(inside, accountId);
    if (!row) throw new AppError("not_found");
    const payee = payeeOf(row);
    const { takesTransfers } = row;
    const hasBank = await banks.hasBank("live");
    return {
      payee,
      canBePaid: payee === "confirmed" && hasWayToPay({ hasBank, takesTransfers }),
      hasBrand: row.brandedAt !== null,
      hasTestKey: row.testKeys > 0,
      firstCallAt: row.firstCallAt,
      hasEndpoint: row.hasEndpoint,
      hasPaid: row.hasPaid,
      isDismissed: row.dismissedAt !== null,
    };
  }

  function change(
    accountId: string,
    actor: Actor,
    dismissed: boolean,
    store: (tx: Database) => Promise<void>,
  ): Promise<void> {
    return db.transaction(async (tx) => {
      await accounts.holdOpen(tx, accountId);
      await store(tx);
      const action = "first_steps.changed";
      const entry = { accountId, actor, action, target: accountId } as const;
      await recordAudit(tx, clock.now(), { ...entry, details: { dismissed } });
    });
  }

  return {
    /** @throws AppError `not_found` */
    read: (accountId: string): Promise<Progress> => read(db, accountId),

    /** @throws AppError `steps_open` while the merchant can do a step, `account_closed` */
    dismiss: (accountId: string, actor: Actor): Promise<void> =>
      change(accountId, actor, true, async (tx) => {
        if (!mayDismiss(await read(tx, accountId))) throw new AppError("steps_open");
        await repository.save(tx, accountId, { dismissedAt: clock.now() });
      }),

    /** @throws AppError `account_closed` */
    show: (accountId: string, actor: Actor): Promise<void> =>
      change(accountId, actor, false, (tx) =>
        repository.save(tx, accountId, { dismissedAt: null }),
      ),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof repository.find>>>;

function payeeOf({ payeeId, confirmedAt }: Row): Progress["payee"] {
  if (payeeId === null) return "none";
  return confirmedAt ? "confirmed" : "unconfirmed";
}
