import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, it } from "node:test";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import type { Scope } from "#lib/merchants/model/scope.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { assertSigned, createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";

const URL = "https://shop.example/hooks";

onDatabase("webhook endpoints by API", (_database, connection) => {
  let test: WebhookTest;
  let api: Api;
  let keyId: string;
  let send: ReturnType<typeof sender>;

  before(async () => {
    test = await createWebhookTest(connection());
    const { services, webhooks } = test;
    api = checkResponses(createApi({ ...services, webhooks }, { prefix: "/api" }), "/api");
    const made = await makeKey(["endpoints"]);
    keyId = made.id;
    send = sender(made.key);
  });

  const makeKey = (scopes: Scope[], accountId = test.accountId, mode: "test" | "live" = "test") =>
    test.services.apiKeys.create({ accountId, method: "web", mode, scopes });

  const sender =
    (key: string) =>
    async (call: string, body?: object, headers: Record<string, string> = {}) => {
      const [method = "", path] = call.split(" ");
      const response = await api.request(`/api${path}`, {
        method,
        headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };

  const create = async (fields: object = {}) =>
    (await send("POST /webhook-endpoints", { url: URL, ...fields })).body;

  it("follow the commands of docs/webhooks.md", async () => {
    const text = readFileSync("docs/webhooks.md", "utf8");
    const [, section = ""] = /## Endpoints as code\n(.*?)\n## /s.exec(text) ?? [];
    const command =
      /curl (?:-X (\w+) )?"\$BASE_URL([^"]+)"(?:.*?-H "Content-Type.*?\\\n +-d '(.+)')?/g;
    const commands = [...section.replaceAll(/^#.*\n/gm, "").matchAll(command)];
    assert.equal(commands.length, 8);
    let id = "";
    for (const [, method = "GET", path = "", json] of commands) {
      const call = `${method} ${path.replace("$ENDPOINT_ID", id)}`;
      const { status, body } = await send(call, json && JSON.parse(json));
      assert.ok(status < 300, call);
      id ||= body.id;
    }
  });

  it("are created, read, changed, tested and deleted, with the key in the audit log", async () => {
    const { status, body } = await send("POST /webhook-endpoints", { url: URL, name: " Shop " });
    const { secret, ...endpoint } = body;
    assert.equal(status, 201);
    assert.match(secret, /^whsec_/);
    assert.partialDeepStrictEqual(endpoint, {
      mode: "test",
      url: URL,
      name: "Shop",
      externalId: null,
      eventTypes: ["transaction.succeeded", "transaction.failed"],
      enabled: true,
    });
    const path = `/webhook-endpoints/${endpoint.id}`;
    assert.deepEqual((await send(`GET ${path}`)).body, endpoint);
    const { body: list } = await send("GET /webhook-endpoints");
    assert.deepEqual(list, { data: [endpoint] });

    const eventTypes = ["transaction.created"];
    const changed = await send(`PATCH ${path}`, { eventTypes, enabled: false });
    assert.partialDeepStrictEqual(changed.body, {
      url: URL,
      name: "Shop",
      eventTypes,
      enabled: false,
      disabledReason: "merchant",
    });
    assert.equal((await send(`POST ${path}/test`)).body.code, "endpoint_disabled");
    const enabled = await send(`PATCH ${path}`, { name: null, enabled: true });
    assert.partialDeepStrictEqual(enabled.body, { name: null, eventTypes, enabled: true });

    const rotated = await send(`POST ${path}/secret`);
    assert.notEqual(rotated.body.secret, secret);
    const tested = await send(`POST ${path}/test`);
    assert.equal(tested.status, 202);
    await test.webhooks.deliverDue({ limit: 10 });
    const [request] = test.receivedAt(URL);
    assert.ok(request);
    for (const known of [secret, rotated.body.secret]) assertSigned(request, known);

    assert.deepEqual((await send(`DELETE ${path}`)).body, { id: endpoint.id, deleted: true });
    for (const method of ["GET", "DELETE"]) {
      assert.equal((await send(`${method} ${path}`)).status, 404);
    }
    const { accountId } = test;
    const delivery = { accountId, id: tested.body.deliveryId };
    assert.ok((await test.webhooks.getDelivery(delivery)).endpoint.deletedAt);
    const actor = "usr_1";
    await assert.rejects(test.webhooks.redeliver({ ...delivery, actor }), { code: "not_found" });
    const entries = await test.services.audit.list({ accountId: test.accountId, limit: 100 });
    assert.deepEqual(
      entries
        .filter(({ target }) => target === endpoint.id)
        .map(({ actor, action }) => `${actor} ${action}`)
        .toReversed(),
      ["created", "changed", "disabled", "changed", "enabled", "secret_rotated", "deleted"].map(
        (verb) => `${keyId} webhook_endpoint.${verb}`,
      ),
    );
    assert.doesNotMatch(JSON.stringify(entries), /whsec_/);
  });

  it("are one for each externalId: a repeated description changes it", async () => {
    const description = { url: URL, externalId: "deploy-1", eventTypes: ["transaction.failed"] };
    const first = await send("POST /webhook-endpoints", description);
    assert.equal(first.status, 201);
    const { secret: _secret, ...endpoint } = first.body;
    const again = await send("POST /webhook-endpoints", description);
    assert.deepEqual(again, { status: 200, body: { ...endpoint, secret: null } });
    const moved = { ...description, url: `${URL}/new`, name: "New" };
    const applied = await send("POST /webhook-endpoints", moved);
    assert.deepEqual(applied, {
      status: 200,
      body: { ...endpoint, url: moved.url, name: "New", secret: null },
    });
    const { body } = await send("GET /webhook-endpoints?externalId=deploy-1");
    assert.equal(body.data.length, 1);

    await send(`DELETE /webhook-endpoints/${endpoint.id}`);
    const anew = await send("POST /webhook-endpoints", description);
    assert.equal(anew.status, 201);
    assert.notEqual(anew.body.id, endpoint.id);
  });

  it("are one also for requests at once, and for a repeated Idempotency-Key", async () => {
    const description = { url: URL, externalId: "deploy-2" };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => send("POST /webhook-endpoints", description)),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);

    const named = { "Idempotency-Key": "k-1" };
    const first = await send("POST /webhook-endpoints", { url: URL }, named);
    const again = await send("POST /webhook-endpoints", { url: URL }, named);
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.deepEqual(again.body, first.body);
    const other = await send("POST /webhook-endpoints", { url: `${URL}/x` }, named);
    assert.equal(other.body.code, "idempotency_key_reused");
    test.clock.advance({ minutes: 24 * 60 + 1 });
    const later = await send("POST /webhook-endpoints", { url: URL }, named);
    assert.notEqual(later.body.id, first.body.id);
  });

  it("have the checks of the console", async () => {
    for (const [fields, path] of [
      [{ url: "https://192.168.1.1/hook" }, "url"],
      [{ url: "ftp://shop.example" }, "url"],
      [{ url: "" }, "url"],
      [{ eventTypes: [] }, "eventTypes"],
      [{ eventTypes: ["endpoint.test"] }, "eventTypes.0"],
      [{ name: "a\u0000b" }, "name"],
      [{ externalId: "" }, "externalId"],
      [{ secret: "whsec_mine" }, "secret"],
    ] as const) {
      const { status, body } = await send("POST /webhook-endpoints", { url: URL, ...fields });
      assert.equal(status, 422, path);
      assert.deepEqual(
        body.errors.map((error: { path: string }) => error.path),
        [path],
      );
      assert.doesNotMatch(JSON.stringify(body), /whsec_/);
    }
    const { id } = await create();
    const local = { url: "https://10.0.0.1/hook", enabled: false };
    assert.equal((await send(`PATCH /webhook-endpoints/${id}`, local)).status, 422);
    assert.equal((await send(`GET /webhook-endpoints/${id}`)).body.enabled, true);
  });

  it("are at most 20 of a mode", async () => {
    const own = await makeMerchant(test.services);
    const post = sender((await makeKey(["endpoints"], own.accountId)).key);
    for (let made = 0; made < 18; made++) await post("POST /webhook-endpoints", { url: URL });
    const last = await Promise.all(
      Array.from({ length: 4 }, () => post("POST /webhook-endpoints", { url: URL })),
    );
    assert.deepEqual(last.map(({ status }) => status).sort(), [201, 201, 409, 409]);
  });

  it("are hidden from other accounts, modes and keys without the scope", async () => {
    const { id } = await create();
    const own = await makeMerchant(test.services);
    const foreign = sender((await makeKey(["endpoints"], own.accountId)).key);
    const live = sender((await makeKey(["endpoints"], test.accountId, "live")).key);
    const path = `/webhook-endpoints/${id}`;
    const changes = [`GET ${path}`, `DELETE ${path}`, `POST ${path}/secret`, `POST ${path}/test`];
    for (const other of [foreign, live]) {
      for (const call of changes) assert.equal((await other(call)).status, 404, call);
      assert.equal((await other(`PATCH ${path}`, { enabled: false })).status, 404);
      assert.deepEqual((await other("GET /webhook-endpoints")).body, { data: [] });
    }
    const reader = sender((await makeKey(["read", "create", "refund", "statements"])).key);
    for (const call of changes) {
      assert.equal((await reader(call)).body.detail, "The key lacks the scope endpoints.");
    }
    const { keys } = own;
    assert.equal((await sender(keys.web)("GET /webhook-endpoints")).status, 200);
    assert.equal((await sender(keys.direct)("GET /webhook-endpoints")).status, 403);
    assert.equal((await send(`GET ${path}`)).body.enabled, true);
  });
});
