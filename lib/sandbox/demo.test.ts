import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { seedDemo } from "./demo.ts";
import { sandboxApps, sandboxShopOrders, sandboxShops } from "./model/schema.ts";

type Demo = {
  accountId: string;
  keys: { web: string; sdk: string };
  webhookSecret: string;
  console: { email: string; password: string };
};

onDatabase("demo", (database, connection) => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "bankside-demo-"));
    dataDir = join(folder, "not", "there");
    await database().delete(sandboxApps);
    await database().delete(sandboxShopOrders);
    await database().delete(sandboxShops);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const startOn = async (variables: Record<string, string> = {}) => {
    const { services } = createTestServices(connection(), {
      DEMO: "true",
      DATA_DIR: dataDir,
      ...variables,
    });
    await seedDemo(services);
    return services;
  };
  const readDemo = () => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
  const urlsOf = async (accountId: string) => {
    const rows = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.accountId, accountId));
    return rows.map(({ url }) => url);
  };

  it("creates a folder, and writes working keys that only their owner can read", async () => {
    const services = await startOn();
    assert.equal(statSync(join(dataDir, "demo.json")).mode & 0o777, 0o600);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    const { accountId, keys } = readDemo();
    assert.equal((await services.apiKeys.authenticate(keys.web))?.accountId, accountId);
    assert.equal(await services.sandboxShop.accountId(), accountId);
    assert.deepEqual(await urlsOf(accountId), ["http://127.0.0.1:3000/sandbox/shop/webhook"]);
  });

  it("creates an owner who can sign in to the console, once", async () => {
    const services = await startOn();
    const { accountId } = readDemo();
    const { console: owner } = readDemo();
    const visitor = { ...owner, address: "192.0.2.1", userAgent: null };
    const { user } = await services.users.signIn(visitor);
    const members = await services.members.list(accountId);
    assert.deepEqual(
      members.map(({ userId, role }) => [userId, role]),
      [[user.id, "owner"]],
    );
    await seedDemo(services);
    assert.deepEqual(readDemo().console, owner);
  });

  it("sets up a shop without codes, and an app with codes except for addresses that it sends", async () => {
    const { sandboxApp, accounts: accountService, members, users } = await startOn();
    const { accountId, console: owner } = readDemo();
    const appAccountId = (await sandboxApp.accountId()) ?? "";
    assert.notEqual(appAccountId, accountId);
    const { payerVerification, emailWhitelisted } = await accountService.appSettings(accountId);
    assert.deepEqual([payerVerification, emailWhitelisted], ["off", false]);
    const ofApp = await accountService.appSettings(appAccountId);
    assert.deepEqual([ofApp.payerVerification, ofApp.emailWhitelisted], ["on", true]);
    const visitor = { ...owner, address: "192.0.2.2", userAgent: null };
    const { user } = await users.signIn(visitor);
    const [member] = await members.list(appAccountId);
    assert.deepEqual([member?.userId, member?.role], [user.id, "owner"]);
  });

  it("leaves the app of an earlier version in the shop's account", async () => {
    const { sandboxApp } = await startOn();
    const { accountId, keys } = readDemo();
    await sandboxApp.configure({ accountId, apiKey: keys.sdk });
    assert.equal(await (await startOn()).sandboxApp.accountId(), accountId);
  });

  it("keeps an operator's decision on e-mail addresses", async () => {
    const { accounts: accountService, sandboxApp } = await startOn();
    const accountId = (await sandboxApp.accountId()) ?? "";
    await accountService.setEmailWhitelisted(accountId, false);
    await startOn();
    assert.equal((await accountService.appSettings(accountId)).emailWhitelisted, false);
  });

  it("does nothing the second time", async () => {
    await startOn();
    const file = readFileSync(join(dataDir, "demo.json"), "utf8");
    const before = await database().select().from(accounts);
    const endpoints = await database().select().from(webhookEndpoints);
    await startOn();
    assert.equal(readFileSync(join(dataDir, "demo.json"), "utf8"), file);
    assert.equal((await database().select().from(accounts)).length, before.length);
    assert.deepEqual(await database().select().from(webhookEndpoints), endpoints);
  });

  it("moves the shop's endpoint to another port", async () => {
    await startOn();
    const { accountId } = readDemo();
    await startOn({ PORT: "4000" });
    assert.equal(readDemo().accountId, accountId);
    assert.deepEqual(await urlsOf(accountId), ["http://127.0.0.1:4000/sandbox/shop/webhook"]);
  });

  it("sends the shop's webhooks to this machine with any public address", async () => {
    await startOn({ PUBLIC_URL: "https://pay.example", PORT: "8080" });
    assert.deepEqual(await urlsOf(readDemo().accountId), [
      "http://127.0.0.1:8080/sandbox/shop/webhook",
    ]);
  });

  it("leaves the shop unconfigured if the file can't be written, and seeds it at the next start", async () => {
    await assert.rejects(startOn({ DATA_DIR: "/dev/null/data" }));
    const services = await startOn();
    assert.equal(await services.sandboxShop.accountId(), readDemo().accountId);
  });
});
