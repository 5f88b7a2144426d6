import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { newId, randomToken } from "#lib/platform/values/ids.ts";

const TIME = new Date("2026-01-15T12:00:00Z");

/** By default a pending order of the web flow. */
export function transactionRow(given: Partial<Transaction> = {}): Transaction {
  const status = given.status ?? "pending";
  const isEnded = status === "succeeded" || status === "failed";
  const createdAt = given.createdAt ?? TIME;
  return {
    id: newId("txn"),
    accountId: "",
    apiKeyId: "",
    createdBy: null,
    mode: "test",
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
    sealedPayer: null,
    orderInfo: "",
    status,
    failureReason: status === "failed" ? "expired" : null,
    endReason: null,
    restoredAt: null,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + 1_800_000),
    finishedAt: isEnded ? createdAt : null,
    ...given,
  };
}

/** By default declined. */
export function attemptRow(given: Partial<Attempt>): Attempt {
  const id = given.id ?? newId("auth");
  return {
    id,
    transactionId: "",
    accountId: "",
    mode: "test",
    payerSessionId: null,
    bankId: "scripted",
    sendsPayerIban: false,
    endToEndId: `BS${id.slice("auth_".length)}`.toUpperCase(),
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
    approvalMessage: null,
    approval: null,
    sealedGrant: null,
    pollCount: 0,
    nextPollAt: null,
    createdAt: TIME,
    updatedAt: TIME,
    finishedAt: TIME,
    settledNote: null,
    ...given,
  };
}

/** By default ready. */
export function refundRow(given: Partial<Refund> = {}): Refund {
  return {
    id: newId("rfnd"),
    accountId: "acct_1",
    mode: "test",
    transactionId: newId("txn"),
    transferId: null,
    externalId: null,
    amount: 1250,
    currency: "EUR",
    reason: null,
    status: "ready",
    failureReason: null,
    sealedAccount: "sealed",
    askedAt: null,
    fileId: null,
    createdBy: "key_1",
    createdAt: TIME,
    updatedAt: TIME,
    finishedAt: null,
    returnedAt: null,
    ...given,
  };
}

/** By default active, and for one payment. */
export function paymentLink(given: Partial<PaymentLink> = {}): PaymentLink {
  return {
    id: newId("plink"),
    accountId: "acct_1",
    mode: "test",
    token: "4q8xk2m7w0tz",
    usage: "once",
    amount: 1250,
    minAmount: null,
    maxAmount: null,
    currency: "EUR",
    description: null,
    externalId: null,
    maxPayments: null,
    expiresAt: null,
    stoppedAt: null,
    createdBy: "key_1",
    createdAt: TIME,
    paidCount: 0,
    lastPaidAt: null,
    url: "http://localhost:3000/l/4q8xk2m7w0tz",
    status: "active",
    ...given,
  };
}
