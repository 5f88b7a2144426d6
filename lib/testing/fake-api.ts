import type { ApiServices } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { ImportReport } from "#lib/payments/transfers/transfer.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { LimitStatus } from "#lib/platform/rate-limit/limits.ts";
import { type FastName, LIMITS } from "#lib/platform/rate-limit/limits.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import { checkResponses } from "./documented-responses.ts";
import { refundRow, transactionRow } from "./rows.ts";

export const TEST_KEY = `sk_test_${"t".repeat(43)}`;
export const STATEMENTS_KEY = `sk_test_${"s".repeat(43)}`;
export const LIVE_KEY = `sk_live_${"l".repeat(43)}`;
export const JWT = "a.b.c";
export const DIRECT_BODY = { amount: 1250, currency: "EUR", source: "sdk_integration" };
export const GOOD_BODY = { amount: 1250, currency: "EUR", externalId: "cart-1" };

const keyOf = (mode: ApiKey["mode"], scopes: ApiKey["scopes"] = null): ApiKey => ({
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
        return key === LIVE_KEY ? keyOf("live") : undefined;
      },
    },
    tokens: createFakeTokens(),
    transactions: createFakeTransactions(),
    refunds: createFakeRefunds(),
    transfers: createFakeTransfers(),
    webhooks: { listEvents: async () => [], getEvent: async () => undefined },
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

const BLANK: KnownTransaction = {
  ...transactionRow({
    apiKeyId: "key_1",
    reference: "Zk3vN0q9T6yB1mXcR8sWfA",
    payeeName: "Shop",
    createdAt: new Date("2026-11-21T09:30:00Z"),
  }),
  seenFunds: null,
  seenFundsAt: null,
  refundedAmount: null,
  refundCount: null,
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
