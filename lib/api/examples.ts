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

export const transactionExample = {
  ...created,
  accountId: "acct_01kagj1d6xf0bsn9t2v7y3m5qe",
  mode: "test",
  failureReason: null,
  successUrl: "https://shop.example/thanks",
  failureUrl: "https://shop.example/cart",
  processingUrl: null,
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  metadata: { customerId: "c-77" },
  source: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  finishedAt: null,
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
  metadata: { customerId: "c-77" },
};

export const directCreationExample = {
  amount: 1250,
  currency: "EUR",
  source: "sdk_integration",
  metadata: { customerId: "c-77" },
} as const;

const finishedAt = "2026-11-21T09:31:12.000Z";

export const webhookExamples = {
  "transaction.succeeded": {
    type: "transaction.succeeded",
    timestamp: finishedAt,
    data: { ...transactionExample, status: "succeeded", finishedAt },
  },
  "transaction.failed": {
    type: "transaction.failed",
    timestamp: finishedAt,
    data: { ...transactionExample, status: "failed", failureReason: "declined", finishedAt },
  },
  "transaction.processing": {
    type: "transaction.processing",
    timestamp: "2026-11-21T09:30:40.000Z",
    data: { ...transactionExample, status: "processing" },
  },
  "endpoint.test": {
    type: "endpoint.test",
    timestamp: finishedAt,
    data: {
      endpointId: "whep_01kagj5r8cf3wt6y0n1b9x7mzq",
      message: "This is a test. No payment has changed.",
    },
  },
} as const;

export const eventExample = {
  id: "evt_01kagj6w2sfy4t9n7b0x5c1mzr",
  ...webhookExamples["transaction.succeeded"],
} as const;
