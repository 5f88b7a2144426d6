import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, it, type TestContext } from "node:test";
import { eq } from "drizzle-orm";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { deliverDue } from "#lib/testing/webhooks.ts";
import { deliveryAttempts, webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { seedDemo } from "./demo.ts";
import { sandboxApps, sandboxShopOrders, sandboxShops } from "./model/schema.ts";

onDatabase("callbacks of a public demo", (database, connection) => {
  beforeEach(async () => {
    await database().delete(sandboxApps);
    await database().delete(sandboxShopOrders);
    await database().delete(sandboxShops);
  });

  async function startDemo(t: TestContext) {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(request.url ?? "");
      response.writeHead(204).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), "bankside-demo-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const { services } = createTestServices(connection(), {
      DEMO: "true",
      DATA_DIR: folder,
      PUBLIC_URL: "https://pay.example",
      PORT: String(port),
    });
    await seedDemo(services);
    const demoAccountId = await services.sandboxShop.accountId();
    assert.ok(demoAccountId);
    return { services, demoAccountId, received, origin: `http://127.0.0.1:${port}` };
  }

  it("opens loopback to the demo shop's own endpoint, and to no other", async (t) => {
    const { services, demoAccountId, origin } = await startDemo(t);
    const { accountId } = await makeMerchant(services);
    const actor = "operator";
    const shopUrl = `${origin}/sandbox/shop/webhook`;
    const refused = { code: "invalid_request" };
    const create = (owner: string, url: string, mode: Mode = "test") =>
      services.webhooks.createEndpoint({ accountId: owner, mode, url, actor });

    await assert.rejects(create(accountId, shopUrl), refused);
    await assert.rejects(create(accountId, `${origin}/`), refused);
    await assert.rejects(create(demoAccountId, `${origin}/`), refused);
    await assert.rejects(create(demoAccountId, `${shopUrl}?x=1`), refused);
    await assert.rejects(create(demoAccountId, shopUrl, "live"), refused);
    const { id } = await create(demoAccountId, shopUrl);
    const key = { accountId: demoAccountId, id, actor } as const;
    await services.webhooks.changeEndpoint({ ...key, url: shopUrl, name: "Shop" });
    await assert.rejects(services.webhooks.changeEndpoint({ ...key, url: `${origin}/` }), refused);
  });

  it("sends to loopback only for the demo's account, also if another is stored", async (t) => {
    const { services, demoAccountId, received, origin } = await startDemo(t);
    const { accountId } = await makeMerchant(services);
    const url = "https://93.184.215.14/hook";
    const { id } = await services.webhooks.createEndpoint({ accountId, mode: "test", url });
    const demo = await services.webhooks.listEndpoints({ accountId: demoAccountId, mode: "test" });
    const [shop] = demo;
    assert.ok(shop);
    // As if saved while local callbacks were allowed.
    const moved = { url: `${origin}/sandbox/shop/webhook` };
    await database().update(webhookEndpoints).set(moved).where(eq(webhookEndpoints.id, id));
    const { deliveryId } = await services.webhooks.sendTest({ accountId, endpointId: id });
    await services.webhooks.sendTest({ accountId: demoAccountId, endpointId: shop.id });
    await deliverDue(services.webhooks, { limit: 10 });

    const [blocked] = await database()
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, deliveryId));
    assert.equal(blocked?.error, "BLOCKED_ADDRESS");
    assert.deepEqual(received, ["/sandbox/shop/webhook"]);
  });
});
