import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onDatabase("refunds by API", (_database, connection) => {
  let desk: TransferDesk;
  let api: Api;
  let keys: Record<"web" | "direct" | "sdk" | "refund" | "statements" | "live", string>;
  before(async () => {
    desk = await openTransferDesk(connection());
    const { services } = desk.test;
    const { accountId } = desk.apiKey;
    api = checkResponses(createApi(services, { prefix: "/api" }), "/api");
    const make = async (input: Partial<Parameters<typeof services.apiKeys.create>[0]>) => {
      const made = { accountId, method: "web", mode: "test", ...input } as const;
      return (await services.apiKeys.create(made)).key;
    };
    keys = {
      web: await make({}),
      direct: await make({ method: "direct" }),
      sdk: await make({ method: "sdk" }),
      refund: await make({ scopes: ["refund"] }),
      statements: await make({ scopes: ["statements"] }),
      live: await make({ mode: "live" }),
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
  async function paid() {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    return id;
  }

  it("creates, lists, reads and cancels them", async () => {
    const id = await paid();
    const path = `/transactions/${id}/refunds`;
    const headers = { "Idempotency-Key": "a" };
    const body = { amount: 450, reason: "Came back", externalId: "return-1" };
    const first = await call("web", path, body, headers);
    assert.deepEqual(
      [first.status, first.json.status, first.json.displayAmount, first.json.payeeAccount],
      [201, "awaiting_account", "€4.50", "unknown"],
    );
    const again = await call("web", path, body, headers);
    assert.deepEqual([again.status, again.json], [200, first.json]);
    const rest = await call("refund", path, {});
    assert.deepEqual([rest.status, rest.json.amount], [201, 800]);
    const over = await call("web", path, { amount: 1 });
    assert.deepEqual([over.status, over.json.code], [409, "refund_exceeds_payment"]);
    const { json: transaction } = await call("web", `/transactions/${id}`);
    assert.deepEqual([transaction.refundedAmount, transaction.refundCount], [1250, 2]);
    const listed = (await call("web", "/transactions?limit=1")).json.data[0];
    assert.deepEqual(listed, transaction);
    const page = await call("web", `${path}?limit=1`);
    const next = await call("web", `${path}?limit=1&cursor=${page.json.nextCursor}`);
    assert.deepEqual([page.json.data, next.json.data], [[rest.json], [first.json]]);
    const cancelled = await call("web", `/refunds/${rest.json.id}/cancel`, {});
    assert.equal(cancelled.json.status, "cancelled");
    assert.deepEqual((await call("web", `/refunds/${rest.json.id}`)).json, cancelled.json);
    const waiting = await call("web", "/refunds?status=awaiting_account");
    assert.deepEqual(waiting.json, { data: [first.json], nextCursor: null });
  });

  it("says why it is not possible", async () => {
    const transaction = await makeTransaction(desk.test.services, desk.apiKey);
    const { status, json } = await call("web", `/transactions/${transaction.id}/refunds`, {});
    assert.deepEqual(
      [status, json.code, json.reason],
      [409, "refund_not_possible", "not_succeeded"],
    );
    for (const wrong of [
      { amount: 0 },
      { amount: "1" },
      { reason: "" },
      { reason: "a".repeat(141) },
      { transferId: "x" },
      { iban: "x" },
    ]) {
      const refused = await call("web", `/transactions/${transaction.id}/refunds`, wrong);
      assert.deepEqual(
        [refused.status, refused.json.code],
        [422, "invalid_request"],
        JSON.stringify(wrong),
      );
    }
  });

  it("needs a web key, or one of its scope, of the account and mode", async () => {
    const id = await paid();
    const path = `/transactions/${id}/refunds`;
    const { json } = await call("refund", path, { amount: 1 });
    const isRefused = ({ status, json }: Awaited<ReturnType<typeof call>>, key: string) =>
      assert.deepEqual([status, json.code], [403, "insufficient_scope"], key);
    for (const key of ["direct", "sdk", "statements"] as const) {
      isRefused(await call(key, path, { amount: 1 }), key);
      isRefused(await call(key, `/refunds/${json.id}/cancel`, {}), key);
    }
    for (const key of ["refund", "statements"] as const) {
      isRefused(await call(key, path), key);
      isRefused(await call(key, "/refunds"), key);
    }
    const { services } = createTestServices(connection());
    const stranger = await makeMerchant(services);
    keys = { ...keys, sdk: stranger.keys.web };
    for (const key of ["live", "sdk"] as const) {
      for (const unknown of [
        await call(key, path, { amount: 1 }),
        await call(key, path),
        await call(key, `/refunds/${json.id}`),
        await call(key, `/refunds/${json.id}/cancel`, {}),
      ]) {
        assert.deepEqual([unknown.status, unknown.json.code], [404, "not_found"], key);
      }
      assert.deepEqual((await call(key, "/refunds")).json.data, []);
    }
  });
});
