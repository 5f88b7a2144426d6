import type { VerifiedBy } from "#lib/payments/model/verification.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { type BankDetails, openDetails, type SessionDetails, sealDetails } from "./details.ts";
import type { Devices } from "./devices.ts";
import type { SessionRow } from "./repository.ts";
import * as repository from "./repository.ts";

export type Payment<Read extends Transaction = Transaction> = {
  id: string;
  transaction: Read;
  details: SessionDetails;
  appReturnUrl: string | null;
  verifiedBy: VerifiedBy | null;
};

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(deps: { db: Database; clock: Clock; seal: Seal; devices: Devices }) {
  const { db, clock, seal, devices } = deps;

  async function currentVerification(
    by: VerifiedBy | null,
    { deviceId }: SessionDetails,
    on: Database,
  ) {
    if (by !== "device") return by;
    const isKnown = deviceId !== undefined && (await devices.emailOf(deviceId, on)) !== undefined;
    return isKnown ? by : null;
  }

  return {
    async read(id: string, on: Database = db): Promise<Payment | undefined> {
      const row = isSessionId(id) ? await repository.findPayment(on, id) : undefined;
      if (!row) return undefined;
      const { session, transaction } = row;
      const details = openDetails(seal, id, session.sealedDetails);
      const verifiedBy = await currentVerification(session.verifiedBy, details, on);
      return { id, transaction, details, appReturnUrl: session.appReturnUrl, verifiedBy };
    },

    /** `undefined` unless it is the session's. */
    async readOf<Read extends Transaction>(
      transaction: Read,
      id: string,
    ): Promise<Payment<Read> | undefined> {
      const session = isSessionId(id) ? await repository.findSession(db, id) : undefined;
      if (session?.transactionId !== transaction.id) return undefined;
      const details = openDetails(seal, id, session.sealedDetails);
      const verifiedBy = await currentVerification(session.verifiedBy, details, db);
      return { id, transaction, details, appReturnUrl: session.appReturnUrl, verifiedBy };
    },

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

    keepDetails: (id: string, details: SessionDetails) =>
      repository.replaceDetails(db, id, sealDetails(seal, id, details)),

    hold: (transactionId: string, tx: Database) => repository.holdTransaction(tx, transactionId),

    insert: (row: SessionRow, tx: Database = db) => repository.insertSession(tx, row),
  };
}

export async function readPayerIban(
  { db, seal }: { db: Database; seal: Seal },
  payerSessionId: string,
): Promise<string | undefined> {
  const row = await repository.findPayment(db, payerSessionId);
  return row && openDetails(seal, payerSessionId, row.session.sealedDetails).iban;
}

/** What the payer entered for this bank. */
export async function readBankDetails(
  { db, seal }: { db: Database; seal: Seal },
  payerSessionId: string,
  bankId: string,
): Promise<BankDetails> {
  const row = await repository.findPayment(db, payerSessionId);
  const details = row && openDetails(seal, payerSessionId, row.session.sealedDetails);
  return details?.atBanks?.[bankId] ?? {};
}

function isSessionId(text: string): boolean {
  return /^psn_[0-9a-z]{26}$/.test(text);
}
