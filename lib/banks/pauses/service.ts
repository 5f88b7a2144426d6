import type { BankDirectory } from "#lib/banks/connector.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { BankPause } from "./repository.ts";
import * as repository from "./repository.ts";

export type { BankPause };

const MAX_REASON = 300;

export function createBankPauses({
  db,
  clock,
  banks,
}: {
  db: Database;
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
}) {
  async function demandBank(bankId: string): Promise<void> {
    for (const mode of MODES) {
      if ((await banks.banksFor(mode)).some(({ id }) => id === bankId)) return;
    }
    throw new AppError("not_found", { detail: `There is no bank ${bankId}` });
  }

  const audit = (tx: Database, bankId: string, action: "paused" | "resumed", actor: Actor) =>
    recordAudit(tx, clock.now(), {
      accountId: null,
      actor,
      action: `bank.${action}`,
      target: bankId,
    });

  return {
    list: (): Promise<BankPause[]> => repository.list(db),

    /** @throws AppError `not_found`, `invalid_request` */
    async pause(bankId: string, reason: string, actor: Actor): Promise<boolean> {
      const trimmed = reason.trim();
      if (!isPrintable(trimmed, MAX_REASON)) throw invalidField("reason", "pause_reason");
      await demandBank(bankId);
      return db.transaction(async (tx) => {
        const pause = { bankId, reason: trimmed, pausedAt: clock.now() };
        const isNew = await repository.insert(tx, pause);
        if (isNew) await audit(tx, bankId, "paused", actor);
        return isNew;
      });
    },

    resume: (bankId: string, actor: Actor): Promise<boolean> =>
      db.transaction(async (tx) => {
        const wasPaused = await repository.remove(tx, bankId);
        if (wasPaused) await audit(tx, bankId, "resumed", actor);
        return wasPaused;
      }),
  };
}

export function withPauses<Directory extends BankDirectory>(
  directory: Directory,
  db: Database,
): Directory {
  return {
    ...directory,
    async banksFor(mode, currency) {
      const [banks, pauses] = await Promise.all([
        directory.banksFor(mode, currency),
        repository.list(db),
      ]);
      const paused = new Set(pauses.map(({ bankId }) => bankId));
      return banks.map((bank) => (paused.has(bank.id) ? { ...bank, isPaused: true } : bank));
    },
  };
}
