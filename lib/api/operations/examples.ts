import type { OrderLine } from "#lib/payments/model/order-context.ts";

const created = {
  id: "txn_01kagj3y9be2rvn5q8w0m4tzxh",
  reference: "Zk3vN0q9T6yB1mXcR8sWfA",
  status: "pending",
  amount: 1250,
  currency: "EUR",
  displayAmount: "€12.50",
  externalId: "cart-1042",
  expiresAt: "2026-11-21T10:00:00.000Z",
} as const;

const lines: OrderLine[] = [
  { name: "Emil and the Detectives", quantity: 1, unitAmount: 790 },
  { name: "Momo", quantity: 1, unitAmount: 560 },
  { name: "Voucher", quantity: 1, unitAmount: -100 },
];

export const transactionExample = {
  ...created,
  accountId: "acct_01kagj1d6xf0bsn9t2v7y3m5qe",
  mode: "test",
  failureReason: null,
  successUrl: "https://shop.example/thanks",
  failureUrl: "https://shop.example/cart",
  processingUrl: null,
  cancelUrl: null,
  description: "2 books",
  lines,
  locale: "de",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  metadata: { customerId: "c-77" },
  source: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  finishedAt: null,
  funds: "unknown",
  fundsAt: null,
  refundedAmount: 0,
  refundCount: 0,
  paymentLinkId: null,
} as const;

export const createdExample = {
  redirectUrl: `https://pay.example/checkout?reference=${created.reference}`,
  ...created,
} as const;

export const creationExample = {
  amount: 1250,
  currency: "EUR",
  externalId: "cart-1042",
  successUrl: "https://shop.example/thanks",
  failureUrl: "https://shop.example/cart",
  description: transactionExample.description,
  lines: transactionExample.lines,
  locale: "de-AT",
  metadata: { customerId: "c-77" },
};

export const directCreationExample = {
  amount: 1250,
  currency: "EUR",
  source: "sdk_integration",
  description: "Top-up",
  metadata: { customerId: "c-77" },
} as const;
