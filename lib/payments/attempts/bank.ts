import { setTimeout } from "node:timers/promises";
import { type BankConnector, type BankDirectory, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { takeTurn } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { Attempt, PayerPages } from "./attempt.ts";

export type BankDetails = { iban?: string | undefined; id?: string | undefined };

export type AttemptDeps = PayerPages & {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Logger;
  lifecycle: Lifecycle;
  banks: BankDirectory;
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
  /** What the payer entered for a bank that needs it. */
  bankDetails: (payerSessionId: string, bankId: string) => Promise<BankDetails>;
  orderDigest: (transaction: Transaction) => string;
};

/** @throws BankError `unreachable` when the bank is no longer configured */
export async function connectorFor(
  { db, lifecycle, banks }: Pick<AttemptDeps, "db" | "lifecycle" | "banks">,
  { bankId, transactionId }: Attempt,
): Promise<BankConnector> {
  const transaction = await lifecycle.find(db, transactionId);
  const connector = transaction && banks.connectorFor(bankId, transaction.mode);
  if (!connector) throw new BankError("unreachable", `no bank ${bankId} configured`);
  return connector;
}

/** Between two calls of one kind for one attempt. */
export const BANK_CALL_INTERVAL_MS = 3_000;

// Longer than the first four waits of the back-off that a restart repeats.
const BACK_OFF_RESTART_INTERVAL_MS = 5 * 60_000;

const LOOK_EVERY_MS = 100;

type Called = Pick<Attempt, "id" | "status">;

type BankCall = "order" | "status" | "cancel" | "switch";

export type BankCalls = ReturnType<typeof createBankCalls>;

/** Any process may serve the page. The first call after a status change never waits. */
export function createBankCalls(deps: { db: Database; clock: Clock }) {
  const take = (call: BankCall, { id, status }: Called): Promise<boolean> =>
    takeTurn(deps, `bank-call:${call}:${id}:${status}`, BANK_CALL_INTERVAL_MS);

  return {
    take,

    /** `false` if the turn does not come within one interval, or once `isDone`. */
    async waitForTurn(
      call: BankCall,
      attempt: Called,
      isDone: () => Promise<boolean>,
    ): Promise<boolean> {
      const deadline = performance.now() + BANK_CALL_INTERVAL_MS;
      while (!(await take(call, attempt))) {
        if ((await isDone()) || performance.now() > deadline) return false;
        await setTimeout(LOOK_EVERY_MS);
      }
      return true;
    },

    mayRestartBackOff: ({ id, status }: Called): Promise<boolean> =>
      takeTurn(deps, `bank-back-off:${id}:${status}`, BACK_OFF_RESTART_INTERVAL_MS),
  };
}
