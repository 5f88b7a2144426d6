import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { isAppError } from "#lib/errors.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { type Authorisation, isOpen } from "./authorisation.ts";
import type { Grants } from "./grants.ts";
import { createMoves } from "./moves.ts";
import { isPayable } from "./payable.ts";
import { createAuthorisationRepository } from "./repository.ts";
import { type PayerPages, returnUrlOf } from "./return-url.ts";
import type { createStarter } from "./start.ts";

type Deps = PayerPages & {
  db: Database;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
  grants: Grants;
  starter: ReturnType<typeof createStarter>;
  connectorFor: (authorisation: Authorisation) => Promise<BankConnector>;
};

/** The payer's way back from a bank's OAuth2 server. */
export function createGrantReturn({ db, clock, logger, lifecycle, grants, ...deps }: Deps) {
  const moves = createMoves({ clock, lifecycle });
  const repository = createAuthorisationRepository(db);

  /** Ends a try whose order no bank has: the payer did not want it sent, or the bank's server not take it. */
  async function endRefused(
    { id, transactionId }: Authorisation,
    reason: "cancelled" | "bank_unavailable",
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      const current = await createAuthorisationRepository(tx).find(id);
      if (!transaction || current?.status !== "starting" || current.bankPaymentId) return;
      await moves.failTry(tx, transaction, current, reason, null);
    });
  }

  /** Takes the answer, and sends the order that waited for it; the payer then goes on at the address answered, if any. */
  async function goOn(
    authorisation: Authorisation,
    transaction: Transaction,
    query: URLSearchParams,
    payerIp: string | undefined,
  ): Promise<string | undefined> {
    const connector = await deps.connectorFor(authorisation);
    if (!connector.oauth || !isOpen(authorisation)) return undefined;
    const outcome = await grants.receive(authorisation, connector.oauth, query);
    if (authorisation.bankPaymentId !== null) return undefined;
    if (outcome === "cancelled" || outcome === "bank_unavailable") {
      await endRefused(authorisation, outcome);
    }
    if (outcome !== "granted" || !isPayable(transaction, clock.now())) return undefined;
    const granted = await repository.find(authorisation.id);
    return granted && deps.starter.submit(granted, transaction, connector, payerIp);
  }

  return {
    /**
     * Takes what a bank's OAuth2 server sent the payer back with, and answers where the payer goes on: at the bank, where
     * the order could be sent only now, or on the pages of the payment. `undefined` for a `state` nobody knows.
     */
    async receive(
      query: URLSearchParams,
      payerIp: string | undefined,
    ): Promise<string | undefined> {
      const [state = "", ...more] = query.getAll("state");
      if (more.length > 0 || !/^[\w-]{43}$/.test(state)) return undefined;
      const authorisation = await repository.findByState(state);
      const transaction = authorisation && (await lifecycle.find(db, authorisation.transactionId));
      if (!transaction) return undefined;
      try {
        const next = await goOn(authorisation, transaction, query, payerIp);
        if (next !== undefined) return next;
      } catch (error) {
        if (!(error instanceof BankError) && !isAppError(error)) throw error;
        const { id: authorisationId } = authorisation;
        logger.warn({ authorisationId, err: error }, "the payer's grant could not be used");
      }
      return returnUrlOf(authorisation, transaction, deps);
    },
  };
}
