import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { type Authorisation, MAX_AUTHORISATIONS, nextPollAt } from "./authorisation.ts";
import { createAuthorisationRepository } from "./repository.ts";

/** Changes an open try and its transaction together. Each verb runs in the caller's open database transaction. */
export function createMoves({ clock, lifecycle }: { clock: Clock; lifecycle: Lifecycle }) {
  /** The bank's word is not known: the transaction stays `processing` until it is. */
  async function keepAsking(tx: Database, authorisation: Authorisation, bankStatus: string | null) {
    const now = clock.now();
    await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
      status: "processing",
      bankStatus,
      pollCount: authorisation.pollCount + 1,
      nextPollAt: nextPollAt(authorisation.pollCount, now),
      updatedAt: now,
    });
    await lifecycle.beginProcessing(tx, authorisation.transactionId);
  }

  async function close(
    tx: Database,
    authorisation: Authorisation,
    values: Pick<Authorisation, "status" | "failureReason"> & { bankStatus?: string | null },
  ) {
    const now = clock.now();
    await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
      ...values,
      nextPollAt: null,
      updatedAt: now,
      finishedAt: now,
    });
  }

  /** A try ended unpaid. The transaction stays payable, unless the bank had the approval, time is up or tries are. */
  async function failTry(
    tx: Database,
    transaction: Transaction,
    authorisation: Authorisation,
    reason: NonNullable<Authorisation["failureReason"]>,
    bankStatus: string | null,
  ) {
    await close(tx, authorisation, { status: "failed", failureReason: reason, bankStatus });
    const expired = transaction.expiresAt <= clock.now();
    const tries = await createAuthorisationRepository(tx).count(transaction.id);
    if (transaction.status === "processing") {
      await lifecycle.fail(tx, transaction.id, expired ? "expired" : reason);
    } else if (tries >= MAX_AUTHORISATIONS) {
      await lifecycle.fail(tx, transaction.id, reason);
    } else {
      await lifecycle.backToOrder(tx, transaction.id);
    }
  }

  async function succeed(tx: Database, authorisation: Authorisation, report: PaymentReport) {
    await close(tx, authorisation, {
      status: "succeeded",
      failureReason: null,
      bankStatus: report.bankStatus,
    });
    await lifecycle.beginProcessing(tx, authorisation.transactionId);
    await lifecycle.succeed(tx, authorisation.transactionId);
  }

  /** The bank still waits for the payer. */
  async function keepWaiting(tx: Database, authorisation: Authorisation, bankStatus: string) {
    const now = clock.now();
    await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
      bankStatus,
      pollCount: authorisation.pollCount + 1,
      nextPollAt: nextPollAt(authorisation.pollCount, now),
      updatedAt: now,
    });
  }

  return { keepWaiting, keepAsking, failTry, succeed };
}
