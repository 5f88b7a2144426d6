import type { ApiServices } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import type { BookEntry } from "#lib/console/books/entry.ts";
import { dayOf } from "#lib/console/books/service.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { scopesOf } from "#lib/merchants/api-keys/scopes.ts";
import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { NO_CONTEXT } from "#lib/payments/model/order-context.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { ImportReport } from "#lib/payments/transfers/transfer.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { LimitStatus } from "#lib/platform/rate-limit/limits.ts";
import { type FastName, LIMITS } from "#lib/platform/rate-limit/limits.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { EVENT_TYPES, OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { checkResponses } from "./documented-responses.ts";
import { paymentLink, refundRow, transactionRow } from "./rows.ts";

export const TEST_KEY = `sk_test_${"t".repeat(43)}`;
export const STATEMENTS_KEY = `sk_test_${"s".repeat(43)}`;
export const scopedKey = (scope: Scope) => `sk_test_${scope.padEnd(43, "_")}`;
export const LIVE_KEY = `sk_live_${"l".repeat(43)}`;
const OF_WEB_KEYS = scopesOf({ method: "web", scopes: null, withheld: null });

export const JWT = "a.b.c";
export const DIRECT_BODY = { amount: 1250, currency: "EUR", source: "sdk_integration" };
export const GOOD_BODY = { amount: 1250, currency: "EUR", externalId: "cart-1" };

const keyOf = (mode: ApiKey["mode"], scopes: ApiKey["scopes"] = OF_WEB_KEYS): ApiKey => ({
  id: "key_1",
  accountId: "acct_1",
  method: "web",
  scopes,
  mode,
});

export function createFakeServices(overrides: Partial<ApiServices> = {}) {
  const logLines: string[] = [];
  const services: ApiServices = {
    env: { BASE_URL: "http://localhost:3000/api" },
    logger: createLogger("info", { write: (line: string) => logLines.push(line) }),
    ready: async () => true,
    limits: createFakeLimits(),
    apiKeys: {
      authenticate: async (key) => {
        if (key === TEST_KEY) return keyOf("test");
        if (key === STATEMENTS_KEY) return keyOf("test", ["statements"]);
        const scope = SCOPES.find((one) => key === scopedKey(one));
        if (scope) return keyOf("test", [scope]);
        return key === LIVE_KEY ? keyOf("live") : undefined;
      },
    },
    tokens: createFakeTokens(),
    transactions: createFakeTransactions(),
    refunds: createFakeRefunds(),
    links: createFakeLinks(),
    transfers: createFakeTransfers(),
    webhooks: createFakeWebhooks(),
    books: { day: dayOf, isOver: () => true, entries: fakeEntries },
    testClock: undefined,
    testDriver: { drive: async () => {} },
    ...overrides,
  };
  return { services, logLines };
}

function createFakeLimits(): ApiServices["limits"] {
  const free = (name: FastName): LimitStatus => {
    const { points, seconds } = LIMITS[name];
    return { name, points, seconds, left: points, resetSeconds: seconds, isOver: false };
  };
  return { look: free, count: free };
}

/** {@link JWT} is the only valid token. */
export function createFakeTokens(): ApiServices["tokens"] {
  return {
    issue: async () => JWT,
    verify: async (jwt) =>
      jwt === JWT
        ? { jti: "jti_1", apiKey: keyOf("test"), details: {}, expiresAt: BLANK.expiresAt }
        : undefined,
    publicKeys: async () => ({ keys: [] }),
  };
}

function createFakeTransactions(): ApiServices["transactions"] {
  const stored: KnownTransaction[] = [];
  const find = (id: string) => {
    const transaction = stored.find((candidate) => candidate.id === id);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  };
  return {
    create: async ({ apiKey, token, input, clientType }) => {
      const transaction = {
        ...BLANK,
        accountId: apiKey.accountId,
        mode: apiKey.mode,
        clientType: clientType ?? null,
        id: newId("txn"),
        amount: input.amount,
        currency: input.currency,
        externalId: input.externalId ?? null,
        successUrl: input.successUrl ?? null,
        failureUrl: input.failureUrl ?? null,
        cancelUrl: input.cancelUrl ?? null,
        description: input.description ?? null,
        lines: input.lines ?? null,
        locale: input.locale ?? null,
        metadata: input.metadata ?? null,
        source: input.source ?? null,
      };
      stored.unshift(transaction);
      const { id, reference, status, amount, currency, externalId } = transaction;
      const displayAmount = formatAmount(amount, currency);
      const expiresAt = transaction.expiresAt.toISOString();
      const address = token
        ? { redirectUrl: `http://localhost:3000/secure?token=${"c".repeat(43)}` }
        : { redirectUrl: `http://localhost:3000/checkout?reference=${reference}`, reference };
      const named = { ...address, id, status, amount, currency };
      return { created: { ...named, displayAmount, externalId, expiresAt }, replayed: false };
    },
    get: async (_apiKey, id) => find(id),
    startReading: (id) => async () => find(id),
    list: async ({ limit }) => stored.slice(0, limit),
    cancel: async (_apiKey, id) => find(id),
  };
}

async function* fakeEntries(): AsyncGenerator<BookEntry[], void> {
  yield [
    {
      type: "payment",
      transactionId: BLANK.id,
      refundId: null,
      externalId: "cart-1",
      description: null,
      at: BLANK.createdAt,
      amount: 1250,
      currency: "EUR",
      payeeIban: BLANK.payeeIban,
      payeeName: BLANK.payeeName,
      funds: "expected",
      fundsAt: BLANK.createdAt,
      endToEndId: "BS01",
      bankPaymentId: "payment-1",
      creditorReference: null,
      creditReference: null,
      bookedOn: null,
      paymentLinkId: null,
    },
  ];
}

function createFakeRefunds(): ApiServices["refunds"] {
  const refund = (id: string, fields: Partial<Refund> = {}): Refund => ({
    ...refundRow({ id }),
    ...fields,
  });
  return {
    create: async ({ input }) => ({
      refund: refund(newId("rfnd"), {
        transactionId: input.transactionId,
        amount: input.amount ?? 1250,
        reason: input.reason ?? null,
        externalId: input.externalId ?? null,
      }),
      isNew: true,
    }),
    get: async ({ id }) => refund(id),
    list: async () => [],
    cancel: async ({ id }) => refund(id, { status: "cancelled", finishedAt: new Date() }),
  };
}

function createFakeLinks(): ApiServices["links"] {
  return {
    create: async ({ input: { usage, currency, amount = null } }) => ({
      link: paymentLink({ usage, currency, amount }),
      isNew: true,
    }),
    find: async ({ id }) => paymentLink({ id }),
    list: async () => [],
    stop: async ({ id }) => paymentLink({ id, status: "stopped", stoppedAt: new Date() }),
  };
}

function createFakeTransfers(): ApiServices["transfers"] {
  const statements = new Map<string, ImportReport>();
  return {
    importFile: async (owner, { name, bytes }, createdBy) => {
      const id = newId("stmt");
      const createdAt = new Date("2026-11-21T09:30:00Z");
      const file = {
        ...owner,
        id,
        digest: String(bytes.byteLength),
        fileName: name,
        kind: "camt.053" as const,
        entries: 0,
        files: [],
        createdBy,
        createdAt,
      };
      statements.set(id, { file, transfers: [], paid: 0, review: 0 });
      return { importId: id, isRepeated: false, known: 0, unreadable: 0, files: [] };
    },
    report: async (_owner, id) => statements.get(id),
  };
}

function createFakeWebhooks(): ApiServices["webhooks"] {
  const found = new Map<string, EndpointView>();
  const endpoint = (id: string) => {
    const known = found.get(id);
    if (!known) throw new AppError("not_found");
    return known;
  };
  const change = (id: string, values: Partial<EndpointView>) => {
    found.set(id, { ...endpoint(id), ...values });
  };
  return {
    listEvents: async () => [],
    getEvent: async () => undefined,
    async applyEndpoint({ mode, url, name, externalId, eventTypes = OUTCOME_EVENTS }) {
      const id = newId("whep");
      const types = EVENT_TYPES.filter((type) => eventTypes.includes(type));
      const named = { name: name ?? null, externalId: externalId ?? null, eventTypes: types };
      found.set(id, { ...BLANK_ENDPOINT, ...named, id, mode, url });
      const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
      return { endpoint: endpoint(id), secret, isNew: true };
    },
    listEndpoints: async () => [...found.values()].map((one) => ({ ...one, latest: undefined })),
    getEndpoint: async ({ id }) => endpoint(id),
    changeEndpoint: async ({ id, url = endpoint(id).url }) => change(id, { url }),
    enableEndpoint: async ({ id }) => change(id, { disabledAt: null }),
    disableEndpoint: async ({ id }) => change(id, { disabledAt: BLANK.createdAt }),
    async deleteEndpoint({ id }) {
      found.delete(endpoint(id).id);
    },
    rotateSecret: async ({ id }) => ({ id: endpoint(id).id, secret: "whsec_new", mark: "" }),
    sendTest: async ({ endpointId }) => ({ deliveryId: endpoint(endpointId).id }),
  };
}

const BLANK_ENDPOINT = {
  secretSavedAt: null,
  previousSecretUntil: null,
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  createdAt: new Date("2026-11-21T09:30:00Z"),
  deletedAt: null,
} satisfies Partial<EndpointView>;

const BLANK: KnownTransaction = {
  ...transactionRow({
    apiKeyId: "key_1",
    reference: "Zk3vN0q9T6yB1mXcR8sWfA",
    payeeName: "Shop",
    createdAt: new Date("2026-11-21T09:30:00Z"),
  }),
  seenFunds: null,
  seenFundsAt: null,
  ...NO_CONTEXT,
  refundedAmount: null,
  refundCount: null,
  paymentLinkId: null,
};

export function createFakeApi(overrides: Partial<ApiServices> = {}) {
  const { services, logLines } = createFakeServices(overrides);
  const api = checkResponses(createApi(services, { prefix: "/api" }), "/api");
  const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
    api.request(`/api${path}`, {
      method: "POST",
      headers: { "X-API-Key": TEST_KEY, "Content-Type": "application/json", ...headers },
      body,
    });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    api.request(`/api${path}`, { headers: { "X-API-Key": TEST_KEY, ...headers } });
  return { api, services, logLines, post, get };
}
