import type { BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Authorisation, newAuthorisation, REFUSED_STATUS } from "./authorisation.ts";
import { createMoves } from "./moves.ts";
import { isPayable } from "./payable.ts";
import type { ReportHandler } from "./report.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; lifecycle: Lifecycle; reports: ReportHandler };

/** Makes what ends a try that its bank refused outright, and answers the one to go on with, if there is one. */
export function createRefusalHandler({ db, clock, lifecycle, reports }: Deps) {
  const moves = createMoves({ clock, lifecycle });

  /**
   * Ends a try that the bank refused with the payer's account, which binds the payment, and stores one without it in its
   * place, in one database transaction. Answers that one, whichever request stored it; `undefined` if there is none to go
   * on with.
   */
  function withoutAccount(authorisation: Authorisation): Promise<Authorisation | undefined> {
    const { id, transactionId, bankId, payerSessionId } = authorisation;
    return db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      const repository = createAuthorisationRepository(tx);
      const refused = await repository.find(id);
      if (!transaction || !refused) return undefined;
      const now = clock.now();
      const isNew = isUnknown(refused);
      if (isNew && isPayable(transaction, now)) {
        const values = { bankId, payerSessionId, tellsPayerIban: false, now };
        await moves.replaceRefused(tx, refused, newAuthorisation(transaction, values));
      } else if (isNew) {
        await moves.failTry(tx, transaction, refused, "bank_unavailable", REFUSED_STATUS);
      }
      const current = await repository.findOpen(transactionId);
      return current && isSuccessor(current, authorisation) ? current : undefined;
    });
  }

  const isUnknown = ({ status, bankPaymentId }: Authorisation) =>
    status === "starting" && bankPaymentId === null;

  // Never the refused one again, which stays open where the bank had named its payment before.
  const isSuccessor = (current: Authorisation, refused: Authorisation) =>
    current.bankId === refused.bankId && current.id !== refused.id;

  return async function afterRefusal(
    authorisation: Authorisation,
    refusal: BankError,
  ): Promise<Authorisation | undefined> {
    if (authorisation.tellsPayerIban && mayMindAccount(refusal))
      return withoutAccount(authorisation);
    await reports.applyNeverOffered(authorisation.id);
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
