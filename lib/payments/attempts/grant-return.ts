import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { isAppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { type Attempt, isOpen } from "./attempt.ts";
import type { BankCalls } from "./bank-calls.ts";
import { readGrantState } from "./grant-state.ts";
import type { Grants } from "./grants.ts";
import { createMoves } from "./moves.ts";
import { isPayable } from "./payable.ts";
import { createAttemptRepository } from "./repository.ts";
import { type PayerPages, returnPageOf, returnUrlOf } from "./return-url.ts";
import type { createStarter } from "./start.ts";

type Deps = PayerPages & {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Logger;
  lifecycle: Lifecycle;
  calls: BankCalls;
  grants: Grants;
  starter: ReturnType<typeof createStarter>;
  connectorFor: (attempt: Attempt) => Promise<BankConnector>;
};

/** The payer's way back from a bank's OAuth2 server. */
export function createGrantReturn({ db, clock, seal, logger, lifecycle, grants, ...deps }: Deps) {
  const moves = createMoves({ clock, lifecycle });
  const repository = createAttemptRepository(db);

  /** Ends a try whose order no bank has: the payer did not want it sent, or the bank's server not take it. */
  async function endRefused(
    { id, transactionId }: Attempt,
    reason: "cancelled" | "bank_unavailable",
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      const current = await createAttemptRepository(tx).find(id);
      if (!transaction || current?.status !== "starting" || current.bankPaymentId) return;
      await moves.failAttempt(tx, transaction, current, reason, null);
    });
  }

  /** Takes the answer; tells whether the payer has granted what was asked. */
  async function take(
    attempt: Attempt,
    connector: BankConnector,
    query: URLSearchParams,
  ): Promise<boolean> {
    if (!connector.oauth || !isOpen(attempt)) return false;
    const outcome = await grants.receive(attempt, connector.oauth, query);
    if (outcome === "cancelled" || outcome === "bank_unavailable") {
      if (attempt.bankPaymentId === null) await endRefused(attempt, outcome);
      else if (await deps.calls.mayRestartBackOff(attempt)) {
        await repository.hasten(attempt.id, clock.now());
      }
    }
    return outcome === "granted";
  }

  /** Sends the order that waited for the grant; the payer then goes on at the address answered, if any. */
  async function goOn(
    { id, bankPaymentId }: Attempt,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string | undefined> {
    if (bankPaymentId !== null || !isPayable(transaction, clock.now())) return undefined;
    const granted = await repository.find(id);
    return granted && deps.starter.submit(granted, transaction, connector, payerIp);
  }

  /** Does one step, if it can be done: the payer comes back to a page in any case. */
  async function endOnFailure<T>(attemptId: string, step: () => Promise<T>) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof BankError) && !isAppError(error)) throw error;
      logger.warn({ attemptId, err: error }, "the payer's grant could not be used");
      return undefined;
    }
  }

  return {
    /**
     * Takes what a bank's OAuth2 server sent the payer back with, and answers where the payer goes on: at the bank, where
     * the order could be sent only now, or on the pages of the payment. The address that brings a session back is only for
     * whoever brought a code that could be redeemed. `undefined` for a `state` not made here.
     */
    async receive(
      query: URLSearchParams,
      payerIp: string | undefined,
    ): Promise<string | undefined> {
      const [state = "", ...more] = query.getAll("state");
      const id = more.length > 0 ? undefined : readGrantState(seal, state);
      const attempt = id === undefined ? undefined : await repository.find(id);
      const transaction = attempt && (await lifecycle.find(db, attempt.transactionId));
      if (!transaction) return undefined;
      const connector = await endOnFailure(attempt.id, () => deps.connectorFor(attempt));
      const isGranted =
        connector && (await endOnFailure(attempt.id, () => take(attempt, connector, query)));
      if (!isGranted) return returnPageOf(transaction, deps);
      const next = await endOnFailure(attempt.id, () =>
        goOn(attempt, transaction, connector, payerIp),
      );
      return next ?? returnUrlOf(attempt, transaction, deps);
    },
  };
}
