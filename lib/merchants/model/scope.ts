/** What a key may do. */
export const SCOPES = ["read", "create", "refund", "statements", "endpoints"] as const;
export type Scope = (typeof SCOPES)[number];

/** The only table of what each operation of the API needs: of a key, and of the key of a JWT. By operation id. */
export const SCOPED_OPERATIONS = {
  read: {
    listTransactions: "GET /transactions",
    getTransaction: "GET /transactions/{id}",
    listEvents: "GET /events",
    getEvent: "GET /events/{id}",
    getReport: "GET /reports/{date}",
    listTransactionRefunds: "GET /transactions/{id}/refunds",
    listRefunds: "GET /refunds",
    getRefund: "GET /refunds/{id}",
    listPaymentLinks: "GET /payment-links",
    getPaymentLink: "GET /payment-links/{id}",
  },
  create: {
    createTransaction: "POST /transactions",
    cancelTransaction: "POST /transactions/{id}/cancel",
    createPaymentLink: "POST /payment-links",
    stopPaymentLink: "POST /payment-links/{id}/stop",
    verifyApiKey: "POST /auth/verify-apikey",
    driveTestOutcome: "POST /test/transactions/{id}/outcome",
    advanceTestClock: "POST /test/clock",
  },
  refund: {
    createRefund: "POST /transactions/{id}/refunds",
    cancelRefund: "POST /refunds/{id}/cancel",
  },
  statements: {
    sendStatement: "POST /statements",
    getStatement: "GET /statements/{id}",
  },
  endpoints: {
    createEndpoint: "POST /webhook-endpoints",
    listEndpoints: "GET /webhook-endpoints",
    getEndpoint: "GET /webhook-endpoints/{id}",
    changeEndpoint: "PATCH /webhook-endpoints/{id}",
    deleteEndpoint: "DELETE /webhook-endpoints/{id}",
    rotateEndpointSecret: "POST /webhook-endpoints/{id}/secret",
    testEndpoint: "POST /webhook-endpoints/{id}/test",
  },
} as const satisfies Record<Scope, Record<string, `${string} /${string}`>>;

type Table = typeof SCOPED_OPERATIONS;

export type ScopedOperation = { [S in Scope]: keyof Table[S] }[Scope];

export const SCOPE_OF = Object.fromEntries(
  SCOPES.flatMap((scope) =>
    Object.keys(SCOPED_OPERATIONS[scope]).map((operation) => [operation, scope]),
  ),
) as Record<ScopedOperation, Scope>;
