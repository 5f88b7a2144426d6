import type { BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Attempt, newAttempt, REFUSED_STATUS } from "./attempt.ts";
import { createMoves } from "./moves.ts";
import { isPayable } from "./payable.ts";
import type { ReportHandler } from "./report.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; lifecycle: Lifecycle; reports: ReportHandler };

/** Makes what ends a try that its bank refused outright, and answers the one to go on with, if there is one. */
export function createRefusalHandler({ db, clock, lifecycle, reports }: Deps) {
  const moves = createMoves({ clock, lifecycle });

  /**
   * Ends a try that the bank refused with the payer's account, which binds the payment, and stores one without it in its
   * place, in one database transaction. Answers that one, whichever request stored it; `undefined` if there is none to go
   * on with.
   */
  function withoutAccount(attempt: Attempt): Promise<Attempt | undefined> {
    const { id, transactionId, bankId, payerSessionId } = attempt;
    return db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      const repository = createAttemptRepository(tx);
      const refused = await repository.find(id);
      if (!transaction || !refused) return undefined;
      const now = clock.now();
      const isNew = isUnknown(refused);
      if (isNew && isPayable(transaction, now)) {
        const values = { bankId, payerSessionId, sendsPayerIban: false, now };
        await moves.replaceRefused(tx, refused, newAttempt(transaction, values));
      } else if (isNew) {
        await moves.failAttempt(tx, transaction, refused, "bank_unavailable", REFUSED_STATUS);
      }
      const current = await repository.findOpen(transactionId);
      return current && isSuccessor(current, attempt) ? current : undefined;
    });
  }

  const isUnknown = ({ status, bankPaymentId }: Attempt) =>
    status === "starting" && bankPaymentId === null;

  // Never the refused one again, which stays open where the bank had named its payment before.
  const isSuccessor = (current: Attempt, refused: Attempt) =>
    current.bankId === refused.bankId && current.id !== refused.id;

  return async function afterRefusal(
    attempt: Attempt,
    refusal: BankError,
  ): Promise<Attempt | undefined> {
    if (attempt.sendsPayerIban && mayMindAccount(refusal)) return withoutAccount(attempt);
    await reports.applyNeverOffered(attempt.id);
    return undefined;
  };
}

// Codes by which banks turn down an account, and which may mean anything else of the order too.
const ACCOUNT_CODES = new Set(["PAYMENT_FAILED", "FORMAT_ERROR", "FUNDS_NOT_AVAILABLE"]);

/** Tells whether a bank may have refused an order for the payer's account: it names that field, or none and no other cause. */
function mayMindAccount({ code, field }: BankError): boolean {
  if (field !== undefined) return /debtor-?account/i.test(field);
  return code === undefined || ACCOUNT_CODES.has(code);
}
