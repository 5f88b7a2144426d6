import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { sandboxWebhooks } from "#lib/sandbox/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { deliverDue } from "#lib/testing/webhooks.ts";
import { deliveryAttempts, webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { signatureHeaders } from "#lib/webhooks/signatures/signature.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("the test receiver", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection(), {
      PUBLIC_URL: "http://pay.example",
      ALLOW_LOCAL_CALLBACKS: "false",
      SANDBOX: "true",
    });
  });

  const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
  const signed = (secret: string, body: string) =>
    signatureHeaders({ id: "evt_1", sentAt: new Date(), body }, [secret]);
  async function register() {
    const { services } = test;
    const { accountId } = await makeMerchant(services);
    const url = services.testReceiver.urlOf(accountId);
    const endpoint = await services.webhooks.createEndpoint({
      accountId,
      mode: "test",
      url,
      actor: ACTOR,
    });
    return { accountId, url, token: tokenOf(url), ...endpoint };
  }
  const post = async (token: string, headers: Record<string, string>, body: string) =>
    test.services.testReceiver.receive(token, headers, Buffer.from(body));
  const list = async (accountId: string) => test.services.testReceiver.list(accountId);

  it("stores the webhooks of its account's endpoint, and whether each signature verifies", async () => {
    const { accountId, token, secret, isReceiver, id } = await register();
    const { secretSavedAt } = await test.services.webhooks.getEndpoint({ accountId, id });
    assert.deepEqual([isReceiver, secretSavedAt], [true, test.clock.now()]);
    assert.equal(await post(token, signed(secret, '{"a":1}'), '{"a":1}'), "signed");
    assert.equal(await post(token, signed(secret, '{"a":1}'), '{"a":2}\0'), "unsigned");
    const kept = (await list(accountId)).map(({ body, isSigned }) => [body, isSigned]);
    assert.equal(kept.length, 2);
    assert.ok(kept.some(([body, isSigned]) => body === '{"a":1}' && isSigned));
    assert.ok(kept.some(([body, isSigned]) => body === '{"a":2}\uFFFD' && !isSigned));
  });

  it("stores nothing for a guessed address, another account, or without an endpoint", async () => {
    const own = await register();
    const other = await makeMerchant(test.services);
    const headers = signed(own.secret, "{}");
    const unregistered = tokenOf(test.services.testReceiver.urlOf(other.accountId));
    const guessed = own.token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const stolen = own.token.replace(own.accountId, other.accountId);
    for (const token of [guessed, stolen, unregistered, own.accountId, "", "x"]) {
      assert.equal(await post(token, headers, "{}"), "unknown", token);
    }
    assert.deepEqual([await list(own.accountId), await list(other.accountId)], [[], []]);
  });

  it("keeps the newest 50 webhooks of an account for a day", async () => {
    const { accountId, token, secret } = await register();
    const other = await register();
    await post(other.token, signed(other.secret, "{}"), "{}");
    for (let number = 1; number <= 52; number++) {
      const body = JSON.stringify({ number });
      await post(token, signed(secret, body), body);
      // Ids of one millisecond have no order.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const numbers = (await list(accountId)).map(({ body }) => JSON.parse(body).number);
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [50, 52, 3]);
    assert.equal((await list(other.accountId)).length, 1);
    await test.services.testReceiver.purge();
    assert.equal((await list(accountId)).length, 50);
    test.clock.advance({ minutes: 24 * 60 + 1 });
    assert.ok((await test.services.testReceiver.purge()) >= 51);
    assert.deepEqual(await database().select().from(sandboxWebhooks), []);
  });

  it("opens loopback only to the account's own address, in test mode, while the sandbox is on", async () => {
    const { services } = test;
    const own = await makeMerchant(services);
    const other = await makeMerchant(services);
    const url = services.testReceiver.urlOf(own.accountId);
    const refused = { code: "invalid_request" };
    const create = async (
      owner: string,
      to: string,
      {
        mode = "test",
        webhooks = services.webhooks,
      }: { mode?: "test" | "live"; webhooks?: typeof services.webhooks } = {},
    ) => webhooks.createEndpoint({ accountId: owner, mode, url: to, actor: ACTOR });
    await assert.rejects(create(other.accountId, url), refused);
    await assert.rejects(create(own.accountId, `${url}?x=1`), refused);
    await assert.rejects(create(own.accountId, new URL("/", url).href), refused);
    await assert.rejects(create(own.accountId, url, { mode: "live" }), refused);
    const closed = createTestServices(connection(), {
      PUBLIC_URL: "http://pay.example",
      ALLOW_LOCAL_CALLBACKS: "false",
      SANDBOX: "false",
    });
    await assert.rejects(
      create(own.accountId, url, { webhooks: closed.services.webhooks }),
      refused,
    );
    await create(own.accountId, url);

    // As if saved while the rule was another.
    const { id } = await create(other.accountId, "https://93.184.215.14/hook");
    await database().update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, id));
    const sent = await services.webhooks.sendTest({ accountId: other.accountId, endpointId: id });
    await deliverDue(services.webhooks, { limit: 1 });
    const [attempt] = await database()
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, sent.deliveryId));
    assert.equal(attempt?.error, "BLOCKED_ADDRESS");
  });

  it("is at the public address if that has https", () => {
    const { services } = createTestServices(connection(), { PUBLIC_URL: "https://pay.example" });
    assert.match(
      services.testReceiver.urlOf("acct_01kagj1d6xf0bsn9t2v7y3m5qe"),
      /^https:\/\/pay\.example\/sandbox\/receiver\/acct_\w{26}-[0-9a-f]{32}$/,
    );
  });
});
