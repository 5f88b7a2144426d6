import fc from "fast-check";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { payerCodes, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import { emailMacsOf } from "#lib/payments/payers/sent-codes.ts";
import { emailHashesOf } from "#lib/payments/transactions/creation/draft.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { storePayments } from "./payments.ts";

/** Addresses of the payer, in the JWT and for a code. */
type Emails = { ofJwt: string | null; ofCode: string | null };

export type AnyPayment = Emails & {
  transaction: Partial<Transaction> & { transferReference: string | null };
  attempts: Pick<Attempt, "bankId" | "bankPaymentId">[];
};

export type StoredPayment = Emails & {
  transaction: Transaction & { transferReference: string | null };
  attempts: Attempt[];
};

// Few values, so that payments share them.
export const TIMES = [
  "2026-01-14T23:30:00Z",
  "2026-01-15T00:00:00Z",
  "2026-01-15T12:00:00.123Z",
].map((time) => new Date(time));
// Amounts and days of others among them.
export const ORDER_NUMBERS = "order-1,order-12,ORDER-1,a_b,a%b,a\\b,axb,1234,12.34,15 Jan".split(
  ",",
);
export const AMOUNTS = [1, 1200, 1234, 123_400, 12_340];
export const CURRENCIES = ["EUR", "SEK", "JPY", "KWD"];
export const BANKS = ["scripted", "scripted-two"];
const EMAILS = ["ada@shop.example", "ada+shop@shop.example", "bob@shop.example"];

export const anyPayment: fc.Arbitrary<AnyPayment> = fc.record({
  transaction: fc
    .record({
      status: fc.constantFrom(...TRANSACTION_STATUSES),
      reason: fc.constantFrom(...FAILURE_REASONS),
      externalId: fc.option(fc.constantFrom(...ORDER_NUMBERS), { freq: 2 }),
      amount: fc.constantFrom(...AMOUNTS),
      currency: fc.constantFrom(...CURRENCIES),
      createdAt: fc.constantFrom(...TIMES),
      transferReference: fc.option(fc.stringMatching(/^RF[0-9]{2}[0-9A-Z]{12}$/), { freq: 1 }),
    })
    .map(({ reason, ...rest }) => ({
      ...rest,
      failureReason: rest.status === "failed" ? reason : null,
    })),
  ofJwt: fc.option(fc.constantFrom(...EMAILS), { freq: 1 }),
  ofCode: fc.option(fc.constantFrom(...EMAILS), { freq: 1 }),
  attempts: fc.array(
    fc.record({ bankId: fc.constantFrom(...BANKS), bankPaymentId: fc.constantFrom("p-1", "p-2") }),
    { maxLength: 2 },
  ),
});

/** In the mode of the key. Without an order number that another payment holds. */
export async function storeAny(
  { db, seal }: { db: Database; seal: Pick<Seal, "macs"> },
  apiKey: ApiKey,
  made: AnyPayment[],
): Promise<StoredPayment[]> {
  const payable = new Set<string | null>([null]);
  const rows = made.map(({ transaction, attempts, ofJwt }) => {
    const { externalId = null, status } = transaction;
    const isTaken = status !== "failed" && payable.has(externalId);
    if (status !== "failed") payable.add(externalId);
    const payerEmailHash = ofJwt && (emailHashesOf(ofJwt, seal)[0] ?? null);
    return {
      transaction: { ...transaction, payerEmailHash, externalId: isTaken ? null : externalId },
      attempts,
    };
  });
  const stored = (await storePayments(db, apiKey, rows)).map((row, index) => {
    const { ofJwt = null, ofCode = null } = made[index] ?? {};
    return { ...row, ofJwt, ofCode };
  });
  const codes = stored.flatMap(({ transaction: { id: transactionId, createdAt }, ofCode }) => {
    const [emailMac] = ofCode === null ? [] : emailMacsOf(seal, ofCode);
    if (emailMac === undefined) return [];
    const sealed = { emailMac, sealedEmail: "", codeMac: "" };
    const times = { createdAt, expiresAt: createdAt };
    return { id: newId("code"), sessionId: newId("psn"), transactionId, ...sealed, ...times };
  });
  if (codes.length > 0) {
    const sessions = codes.map(({ sessionId: id, ...code }) => ({ ...code, id }));
    await db.insert(payerSessions).values(sessions);
    await db.insert(payerCodes).values(codes);
  }
  return stored;
}
