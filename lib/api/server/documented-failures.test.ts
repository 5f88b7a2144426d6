import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError, ERRORS, type ErrorCode } from "#lib/platform/failures/errors.ts";
import { createFakeApi, LIVE_KEY, STATEMENTS_KEY, TEST_KEY } from "#lib/testing/fake-api.ts";

type Parameter = { in: string; name: string; example?: string; schema: { example?: string } };
type Media = { schema: { allOf?: { properties?: { code?: { enum: ErrorCode[] } } }[] } };
type Operation = {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example: object }> };
  responses: Record<string, { content?: Record<string, Media> }>;
};
type Fake = ReturnType<typeof createFakeApi>;
type Request = { query?: string; id?: string; body?: string; headers?: Record<string, string> };
type Fault = { code: ErrorCode; request: Request; fake?: Fake };

const document: { paths: Record<string, Record<string, Operation>> } = await (
  await createFakeApi().api.request("/openapi.json")
).json();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
type Published = (typeof operations)[number];

// Errors that only the services throw, as their `@throws` list them.
const OF_SERVICES: Record<string, ErrorCode[]> = {
  verifyApiKey: ["payee_not_confirmed"],
  createTransaction: [
    "account_closed",
    "transaction_in_progress",
    "already_paid",
    "external_id_in_use",
    "idempotency_in_progress",
    "idempotency_key_reused",
    "payee_not_confirmed",
    "no_payee",
    "no_way_to_pay",
    "too_many_transactions",
  ],
  getTransaction: ["not_found"],
  cancelTransaction: ["not_found", "transaction_in_progress", "transaction_final"],
  createRefund: [
    "not_found",
    "idempotency_key_reused",
    "refund_exceeds_payment",
    "refund_not_possible",
  ],
  getRefund: ["not_found"],
  listTransactionRefunds: ["not_found"],
  cancelRefund: ["not_found", "refund_not_possible"],
  createPaymentLink: [
    "account_closed",
    "live_mode_off",
    "https_required",
    "idempotency_key_reused",
    "no_payee",
    "no_way_to_pay",
    "limit_reached",
  ],
  getPaymentLink: ["not_found"],
  stopPaymentLink: ["not_found"],
  getEvent: ["not_found"],
  createEndpoint: ["account_closed", "limit_reached", "idempotency_key_reused"],
  getEndpoint: ["not_found"],
  changeEndpoint: ["not_found", "account_closed"],
  deleteEndpoint: ["not_found", "account_closed"],
  rotateEndpointSecret: ["not_found", "account_closed"],
  testEndpoint: ["not_found", "account_closed", "endpoint_disabled"],
  // A body that breaks off, and a file that can't be read.
  sendStatement: ["invalid_json", "invalid_request"],
  getStatement: ["not_found"],
  driveTestOutcome: [
    "not_found",
    "transaction_in_progress",
    "transaction_final",
    "outcome_not_possible",
    "attempts_exhausted",
    "payment_in_question",
    "authorisation_open",
    "bank_unavailable",
  ],
  advanceTestClock: ["not_found"],
  getKeySet: ["unavailable", "internal_error"],
  // While the services can't be opened.
  getReady: ["unavailable"],
  getOpenApi: ["unavailable", "internal_error"],
};

const JSON_TYPE = { "Content-Type": "application/json" };

const keysOf = (path: string) => {
  const isScoped = path.startsWith("/statements");
  return isScoped ? [STATEMENTS_KEY, TEST_KEY] : [TEST_KEY, STATEMENTS_KEY];
};

function failing(error: Error): Fake {
  const fail = async () => {
    throw error;
  };
  const all = new Proxy({}, { get: () => fail });
  return createFakeApi({
    apiKeys: { authenticate: fail },
    tokens: all as Fake["services"]["tokens"],
    ready: fail,
  });
}

const isOver = { points: 1, seconds: 10, left: 0, resetSeconds: 10, isOver: true };
const exhausted = createFakeApi({
  limits: {
    look: (name) => ({ ...isOver, name, isOver: false }),
    count: (name) => ({ ...isOver, name }),
  },
});
const unavailable = failing(new AppError("unavailable"));
const broken = failing(new Error("boom"));

function faultsOf({ path, method, operation }: Published): Fault[] {
  const faults: Fault[] = [];
  const [key = "", other = ""] = keysOf(path);
  const add = (code: ErrorCode, request: Request, fake?: Fake) =>
    faults.push({ code, request, ...(fake && { fake }) });
  const isPublic = operation.security.length === 0;
  if (!isPublic) {
    const two = { "X-API-Key": key, Authorization: "Bearer a.b.c" };
    add("unauthorized", { headers: {} });
    add("insufficient_scope", { headers: { ...JSON_TYPE, "X-API-Key": other } });
    const bearer = { ...JSON_TYPE, Authorization: `Bearer ${other}` };
    add("insufficient_scope", { headers: bearer });
    add("ambiguous_credentials", { headers: two });
    add("invalid_query", { query: "?unknown=1" });
    add("too_many_requests", {}, exhausted);
    add("unavailable", {}, unavailable);
    add("internal_error", {}, broken);
  }
  if (path.includes("{id}")) add("not_found", { id: "x" });
  if (path.startsWith("/test/")) {
    add("test_mode_only", { headers: { ...JSON_TYPE, "X-API-Key": LIVE_KEY } });
  }
  if (operation.operationId === "sendStatement") {
    add("body_too_large", { body: " ".repeat(2 * 1024 * 1024 + 1) });
    const form = { "X-API-Key": key, "Content-Type": "multipart/form-data; boundary=x" };
    add("unsupported_media_type", { body: "--x--", headers: form });
    const encoded = { "X-API-Key": key, "Content-Encoding": "gzip" };
    add("unsupported_media_type", { body: "x", headers: encoded });
    add("empty_body", { body: "" });
  } else if (method === "post" || method === "patch") {
    add("invalid_json", { body: "{" });
    add("body_too_large", { body: " ".repeat(70_000) });
    add("invalid_request", { body: '{"unknown":1}' });
    add("unsupported_media_type", { body: "{}", headers: { "X-API-Key": key } });
    if (operation.requestBody) add("empty_body", { body: "" });
  }
  if (operation.parameters?.some(({ name }) => name === "Idempotency-Key")) {
    const headers = { ...JSON_TYPE, "X-API-Key": TEST_KEY, "Idempotency-Key": "x".repeat(256) };
    add("invalid_idempotency_key", { headers });
  }
  return faults;
}

async function send(
  { path, method, operation }: Published,
  { request, fake }: Omit<Fault, "code">,
) {
  const example = operation.requestBody?.content["application/json"]?.example;
  const body = request.body ?? (example && JSON.stringify(example));
  const id = request.id ?? operation.parameters?.find(({ name }) => name === "id")?.schema.example;
  const { api } = fake ?? createFakeApi({ testClock: { advance: async () => new Date() } });
  const url = `/api${path.replace("{id}", id ?? "")}${request.query ?? ""}`;
  return api.request(url, {
    method: method.toUpperCase(),
    headers: request.headers ?? { ...JSON_TYPE, "X-API-Key": keysOf(path)[0] ?? "" },
    ...(["post", "patch"].includes(method) && body !== undefined && { body }),
  });
}

function publishedCodes({ operation }: Published): Map<ErrorCode, number> {
  const codes = new Map<ErrorCode, number>();
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const parts = content?.["application/problem+json"]?.schema.allOf ?? [];
    const named = parts.flatMap(({ properties }) => properties?.code?.enum ?? []);
    for (const code of named) codes.set(code, Number(status));
  }
  return codes;
}

describe("failures of an operation, as published", () => {
  for (const published of operations) {
    const { path, method, operation } = published;
    const faults = faultsOf(published);
    const name = `${method.toUpperCase()} ${path}`;

    for (const { code, ...fault } of faults) {
      it(`${name}: ${code}`, async () => {
        const response = await send(published, fault);
        const problem = await response.json();
        assert.deepEqual([response.status, problem.code], [ERRORS[code].status, code]);
      });
    }

    it(`${name}: lists exactly those that can occur`, () => {
      const own = OF_SERVICES[operation.operationId] ?? [];
      const expected = new Set([...faults.map(({ code }) => code), ...own]);
      const codes = publishedCodes(published);
      assert.deepEqual([...codes.keys()].sort(), [...expected].sort());
      for (const [code, status] of codes) assert.equal(status, ERRORS[code].status);
    });
  }
});
