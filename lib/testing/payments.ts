import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { paymentAttempts, transactions } from "#lib/payments/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { newId, randomToken } from "#lib/platform/ids.ts";

type Made = { transaction: Partial<Transaction>; attempts?: Partial<Attempt>[] };

const TIME = new Date("2026-01-15T12:00:00Z");

/** Newest last; defaults are those of a pending order. */
export async function storePayments(db: Database, apiKey: ApiKey, made: readonly Made[]) {
  const rows = made.map(({ transaction }) => completeTransaction(apiKey, transaction));
  const attempts = made.flatMap(({ attempts = [] }, index) =>
    attempts.map((one) => completeAttempt(rows[index]?.id ?? "", one)),
  );
  await db.insert(transactions).values(rows);
  if (attempts.length > 0) await db.insert(paymentAttempts).values(attempts);
  return rows.map((transaction, index) => ({
    transaction,
    attempts: attempts.filter(({ transactionId }) => transactionId === rows[index]?.id),
  }));
}

function completeTransaction(apiKey: ApiKey, given: Partial<Transaction>): Transaction {
  const status = given.status ?? "pending";
  const isEnded = status === "succeeded" || status === "failed";
  const createdAt = given.createdAt ?? TIME;
  return {
    id: newId("txn"),
    accountId: apiKey.accountId,
    apiKeyId: apiKey.id,
    mode: apiKey.mode,
    flow: "web",
    reference: randomToken(16),
    amount: 1250,
    currency: "EUR",
    payeeIban: "NL91ABNA0417164300",
    payeeName: "Corner Books",
    externalId: null,
    successUrl: null,
    failureUrl: null,
    processingUrl: null,
    metadata: null,
    source: null,
    clientType: null,
    fingerprint: "",
    payerEmailHash: null,
    orderInfo: "",
    status,
    failureReason: status === "failed" ? "expired" : null,
    endReason: null,
    payerStep: null,
    lockDigest: null,
    lockedAt: null,
    releasedDigest: null,
    transferReference: null,
    transferShownAt: null,
    transferReportedAt: null,
    returnedAt: null,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + 1_800_000),
    finishedAt: isEnded ? createdAt : null,
    ...given,
  };
}

function completeAttempt(transactionId: string, given: Partial<Attempt>): Attempt {
  return {
    id: newId("auth"),
    transactionId,
    payerSessionId: null,
    bankId: "scripted",
    sendsPayerIban: false,
    endToEndId: `BS${randomToken(12)}`.toUpperCase(),
    requestId: randomToken(16),
    state: randomToken(32),
    stateUsedAt: null,
    amount: 1250,
    currency: "EUR",
    payeeIban: "NL91ABNA0417164300",
    payeeName: "Corner Books",
    status: "failed",
    failureReason: "declined",
    bankPaymentId: null,
    bankStatus: "RJCT",
    approvalUrl: null,
    sealedGrant: null,
    pollCount: 0,
    nextPollAt: null,
    createdAt: TIME,
    updatedAt: TIME,
    finishedAt: TIME,
    ...given,
  };
}
