import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { type LinkDesk, openLinkDesk } from "#lib/testing/links.ts";

const BODY = { usage: "reusable", minAmount: 500, maxAmount: 50_000, currency: "EUR" };

onDatabase("payment links by API", (_database, connection) => {
  let desk: LinkDesk;
  let api: Api;
  let keys: Record<"web" | "direct" | "read" | "live" | "stranger", string>;
  before(async () => {
    desk = await openLinkDesk(connection());
    const { services, accountId } = desk;
    api = checkResponses(createApi(services, { prefix: "/api" }), "/api");
    const make = async (input: Partial<Parameters<typeof services.apiKeys.create>[0]>) => {
      const made = { accountId, method: "web", mode: "test", ...input } as const;
      return (await services.apiKeys.create(made)).key;
    };
    keys = {
      web: await make({}),
      direct: await make({ method: "direct" }),
      read: await make({ scopes: ["read"] }),
      live: await make({ mode: "live" }),
      stranger: (await makeMerchant(services)).keys.web,
    };
  });

  async function call(
    key: keyof typeof keys,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    const response = await api.request(`/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-API-Key": keys[key], "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }

  it("are created, listed, read, paid and stopped", async () => {
    const headers = { "Idempotency-Key": "a" };
    const created = await call("web", "/payment-links", BODY, headers);
    const { id, url } = created.json;
    assert.equal(created.status, 201);
    assert.partialDeepStrictEqual(created.json, {
      ...{ usage: "reusable", status: "active", amount: null, displayAmount: null, paidCount: 0 },
      ...{ minAmount: 500, maxAmount: 50_000, expiresAt: null, stoppedAt: null },
    });
    assert.match(created.json.createdBy, /^key_/);
    const again = await call("web", "/payment-links", BODY, headers);
    assert.deepEqual([again.status, again.json], [200, created.json]);
    const other = await call("direct", "/payment-links", {
      ...{ usage: "once", amount: 1250, currency: "JPY", externalId: "invoice-1" },
      ...{ description: "Invoice", expiresAt: "2026-03-01T10:00:00+01:00" },
    });
    assert.equal(other.json.expiresAt, "2026-03-01T09:00:00.000Z");
    assert.equal(other.json.displayAmount, "¥1,250");
    const page = await call("read", "/payment-links?limit=1");
    const next = await call("read", `/payment-links?limit=1&cursor=${page.json.nextCursor}`);
    assert.deepEqual([page.json.data, next.json.data], [[other.json], [created.json]]);

    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    const transaction = await desk.press(token, { amount: 700 });
    await desk.succeed(transaction);
    const paid = await call("read", `/transactions?paymentLinkId=${id}`);
    assert.deepEqual(
      paid.json.data.map((each: Record<string, unknown>) => [
        each["id"],
        each["paymentLinkId"],
        each["amount"],
      ]),
      [[transaction.id, id, 700]],
    );
    assert.equal((await call("read", `/transactions/${transaction.id}`)).json.paymentLinkId, id);
    const none = await call("read", `/transactions?paymentLinkId=${other.json.id}`);
    assert.deepEqual(none.json, { data: [], nextCursor: null });

    const stopped = await call("web", `/payment-links/${id}/stop`, {});
    assert.deepEqual([stopped.json.status, stopped.json.paidCount], ["stopped", 1]);
    assert.deepEqual((await call("read", `/payment-links/${id}`)).json, stopped.json);
    const active = await call("read", "/payment-links?status=active");
    assert.deepEqual(active.json.data, [other.json]);
  });

  it("are refused by field", async () => {
    const { usage: _, ...unnamed } = BODY;
    for (const [path, body] of [
      ["usage", unnamed],
      ["usage", { ...BODY, usage: "twice" }],
      ["minAmount", { ...BODY, minAmount: 0 }],
      ["minAmount", { ...BODY, minAmount: "500" }],
      ["maxAmount", { ...BODY, maxAmount: 100 }],
      ["amount", { usage: "once", currency: "EUR" }],
      ["currency", { ...BODY, currency: "eur" }],
      ["maxPayments", { ...BODY, maxPayments: 0 }],
      ["expiresAt", { ...BODY, expiresAt: "2020-01-01T00:00:00Z" }],
      ["expiresAt", { ...BODY, expiresAt: "tomorrow" }],
      ["description", { ...BODY, description: "x".repeat(141) }],
      ["externalId", { ...BODY, externalId: "x".repeat(101) }],
    ] as const) {
      const { status, json } = await call("web", "/payment-links", body);
      assert.deepEqual([status, json.code], [422, "invalid_request"], path);
      assert.equal(json.errors[0].path, path);
    }
    const unknown = await call("web", "/payment-links", { ...BODY, iban: "x" });
    assert.equal(unknown.json.code, "invalid_request");
    const query = await call("web", "/transactions?paymentLinkId=x");
    assert.equal(query.json.code, "invalid_query");
  });

  it("belong to their account and mode", async () => {
    const { json } = await call("web", "/payment-links", BODY);
    for (const key of ["live", "stranger"] as const) {
      for (const unknown of [
        await call(key, `/payment-links/${json.id}`),
        await call(key, `/payment-links/${json.id}/stop`, {}),
      ]) {
        assert.deepEqual([unknown.status, unknown.json.code], [404, "not_found"], key);
      }
      assert.deepEqual((await call(key, "/payment-links")).json.data, []);
      const payments = await call(key, `/transactions?paymentLinkId=${json.id}`);
      assert.deepEqual(payments.json.data, []);
    }
  });
});
