import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { newId } from "#lib/platform/ids.ts";
import { openDetails, type SessionDetails, sealDetails } from "./details.ts";
import type { Devices } from "./devices.ts";
import { createSessionRepository, type SessionRow } from "./repository.ts";
import type { VerifiedBy } from "./session.ts";

/** A session as it stands now, with its transaction. */
export type Payment = {
  id: string;
  transaction: Transaction;
  details: SessionDetails;
  appReturnUrl: string | null;
  verifiedBy: VerifiedBy | null;
};

export type Sessions = ReturnType<typeof createSessions>;

/** Makes and reads sessions. */
export function createSessions(deps: { db: Database; clock: Clock; seal: Seal; devices: Devices }) {
  const { db, clock, seal, devices } = deps;

  /** A device that was forgotten since vouches for nobody. */
  async function standing(by: VerifiedBy | null, { deviceId }: SessionDetails, on: Database) {
    if (by !== "device") return by;
    const isKnown = deviceId !== undefined && (await devices.emailOf(deviceId, on)) !== undefined;
    return isKnown ? by : null;
  }

  return {
    /** The session `id` with its transaction; read in the caller's database transaction where there is one. */
    async read(id: string, on: Database = db): Promise<Payment | undefined> {
      const row = isSessionId(id) ? await createSessionRepository(on).findPayment(id) : undefined;
      if (!row) return undefined;
      const { session, transaction } = row;
      const details = openDetails(seal, id, session.sealedDetails);
      const verifiedBy = await standing(session.verifiedBy, details, on);
      return { id, transaction, details, appReturnUrl: session.appReturnUrl, verifiedBy };
    },

    /** A new session, not stored yet. */
    draft(
      values: Omit<Payment, "id" | "transaction">,
      transactionId: string,
      id: string = newId("psn"),
    ): SessionRow {
      const now = clock.now();
      return {
        id,
        transactionId,
        appReturnUrl: values.appReturnUrl,
        sealedDetails: sealDetails(seal, id, values.details),
        verifiedBy: values.verifiedBy,
        verifiedAt: values.verifiedBy && now,
        createdAt: now,
      };
    },

    /** Keeps the transaction as it is until the caller's database transaction ends. */
    hold: (transactionId: string, tx: Database) =>
      createSessionRepository(tx).holdTransaction(transactionId),

    /** Stores a session, in the caller's open database transaction where there is one. */
    insert: (row: SessionRow, tx: Database = db) => createSessionRepository(tx).insert(row),
  };
}

/** Reads the payer's own IBAN that a merchant's `sdk` key told for the session, if any. */
export function createPayerIbanReader({ db, seal }: { db: Database; seal: Seal }) {
  return async (payerSessionId: string): Promise<string | undefined> => {
    const row = await createSessionRepository(db).findPayment(payerSessionId);
    return row && openDetails(seal, payerSessionId, row.session.sealedDetails).iban;
  };
}

function isSessionId(text: string): boolean {
  return /^psn_[0-9a-z]{26}$/.test(text);
}
