import { NO_CONTEXT } from "#lib/payments/model/order-context.ts";
import type { PayerKnowledge } from "#lib/payments/payers/known-payers.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { PaymentHistory } from "./history.ts";
import * as repository from "./repository.ts";

export type PaymentHistoryDeps = {
  db: Database;
  /** Masked. */
  knowPayers: (payerSessionIds: string[]) => Promise<Map<string, PayerKnowledge>>;
  bankNames: (mode: Mode) => Promise<Record<string, string>>;
};

export function createPaymentHistory({ db, knowPayers, bankNames }: PaymentHistoryDeps) {
  // One snapshot: never an outcome without its event.
  const readRows = (accountId: string, id: string) =>
    db.transaction(
      async (tx) => {
        const found = await repository.find(tx, accountId, id);
        const revision = found && (await repository.readRevision(tx, accountId, id));
        if (!found || revision === undefined) throw new AppError("not_found");
        const { payerEmailHash, sealedPayer, fingerprint, orderInfo, ...transaction } =
          found.transaction;
        const { payerStep, transferReference, transferReportedAt, seenFunds, seenFundsAt } = found;
        const others = { payerStep, transferReference, transferReportedAt, seenFunds, seenFundsAt };
        return {
          transaction: { ...transaction, ...others, ...(found.context ?? NO_CONTEXT) },
          creatorName: found.creatorName,
          apiKey: { name: found.keyName, method: found.keyMethod },
          revision,
          attempts: await repository.listAttempts(tx, id),
          sessions: await repository.listSessions(tx, id),
          codes: await repository.listCodes(tx, id),
          cancellations: await repository.listCancellations(tx, accountId, id),
          transfers: await repository.listTransfers(tx, id),
          receipt: await repository.findReceipt(tx, transaction),
          events: await repository.listEvents(tx, id),
          deliveries: await repository.listDeliveries(tx, id),
          deliveryAttempts: (await repository.listDeliveryAttempts(tx, id)).toReversed(),
        };
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );

  return {
    /**
     * In either mode.
     * @throws AppError `not_found`
     */
    async get(accountId: string, id: string): Promise<PaymentHistory> {
      const rows = await readRows(accountId, id);
      const sessionId = sessionThatCounts(rows) ?? "";
      const payer = (await knowPayers([sessionId])).get(sessionId) ?? {};
      return { ...rows, payer, bankNames: await bankNames(rows.transaction.mode) };
    },

    /** @throws AppError `not_found` */
    async revision(accountId: string, id: string): Promise<string> {
      const revision = await repository.readRevision(db, accountId, id);
      if (revision === undefined) throw new AppError("not_found");
      return revision;
    },
  };
}

/** Of the last payment attempt, else the last verified one, else the last. */
function sessionThatCounts({ attempts, sessions }: Pick<PaymentHistory, "attempts" | "sessions">) {
  return (
    attempts.findLast(({ payerSessionId }) => payerSessionId !== null)?.payerSessionId ??
    sessions.findLast(({ verifiedAt }) => verifiedAt !== null)?.id ??
    sessions.at(-1)?.id
  );
}
