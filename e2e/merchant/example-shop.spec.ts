import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, type Page, test } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { createPayer } from "#sdk/playwright/src/payer.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { preparedExamples } from "../../scripts/examples.ts";
import { EXAMPLE_SHOP_PORT } from "../../scripts/ports.ts";
import { startExample } from "../kit/example-server.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { makeAccount } from "../payer/app-user.ts";

const SHOP = `http://127.0.0.1:${EXAMPLE_SHOP_PORT}`;
const WEBHOOKS = `${SHOP}/webhooks/bankside`;

const folder = preparedExamples()?.shop;
if (folder) describeShop(folder);

function describeShop(root: string) {
  test.describe.configure({ mode: "serial" });
  let keys = { web: "" };
  let secret = "";
  let shop: Awaited<ReturnType<typeof startExample>> | undefined;

  test.beforeAll(async () => {
    const account = await makeAccount({ callbackUrl: WEBHOOKS });
    keys = account.keys;
    secret = account.webhookSecret ?? "";
    const variables = {
      BANKSIDE_API: `${servers().app.url}/api`,
      BANKSIDE_API_KEY: keys.web,
      BANKSIDE_WEBHOOK_SECRET: secret,
      SHOP_URL: SHOP,
    };
    const start = ["node_modules/next/dist/bin/next", "start"];
    const where = ["--hostname", "127.0.0.1", "--port", String(EXAMPLE_SHOP_PORT)];
    shop = await startExample(root, [...start, ...where], variables, SHOP);
  });
  test.afterAll(() => shop?.stop());

  /** Resolves to the order's id. */
  async function buyMug(page: Page): Promise<string> {
    await page.goto(SHOP);
    const mug = page.getByRole("listitem").filter({ hasText: "Stoneware mug" });
    await mug.getByRole("button", { name: "Buy for €14.50" }).click();
    await expect(page.getByRole("heading", { name: "Pay €14.50" })).toBeVisible();
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  }

  function query(sql: string, ...values: string[]) {
    const db = new DatabaseSync(join(root, "shop.sqlite"));
    try {
      return db.prepare(sql).all(...values);
    } finally {
      db.close();
    }
  }

  const handled = (id: string) => query("SELECT type FROM webhooks WHERE id = ?", id);

  function signed(order: string, { amount = 1450, key = secret, at = new Date() } = {}) {
    const data = { id: "txn_x", status: "succeeded", amount, currency: "EUR", externalId: order };
    const body = JSON.stringify({ type: "transaction.succeeded", timestamp: at, data });
    const id = `evt_${crypto.randomUUID()}`;
    const headers = {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(key).sign(id, at, body),
    };
    return { id, body, headers };
  }

  async function send({ body, headers }: ReturnType<typeof signed>): Promise<number> {
    return (await fetch(WEBHOOKS, { method: "POST", body, headers })).status;
  }

  test("a shopper buys a mug, and the verified webhook makes the order paid", async ({
    page,
    browser,
  }) => {
    const order = await buyMug(page);
    const before = query("SELECT id FROM webhooks").length;
    const frame = page.frameLocator("iframe");
    const link = await scanQr(frame.getByRole("img", { name: /QR code/ }));
    const phone = await takePhone(browser);
    await phone.goto(link);
    await createPayer(servers().app.url).pay(phone);
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible({ timeout: 20_000 });
    expect(page.url(), "the router went there, without externalId").toBe(`${SHOP}/orders/${order}`);
    await expect.poll(() => query("SELECT id FROM webhooks").length).toBe(before + 1);
    expect(query("SELECT status FROM orders WHERE id = ?", order)).toEqual([{ status: "paid" }]);
    await page.goto(`${SHOP}/checkout/${order}`);
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });

  test("a forged webhook is refused, and a genuine one counts once", async ({ page }) => {
    const order = await buyMug(page);
    const genuine = signed(order);
    const forged = {
      "another secret": signed(order, { key: `whsec_${btoa("x".repeat(24))}` }),
      "an old one": signed(order, { at: new Date(Date.now() - 6 * 60_000) }),
      "another body": { ...genuine, body: genuine.body.replace("1450", "1451") },
      "another id": { ...genuine, headers: { ...genuine.headers, "webhook-id": "evt_y" } },
      "no signature": { ...genuine, headers: { ...genuine.headers, "webhook-signature": "" } },
    };
    for (const [why, webhook] of Object.entries(forged)) expect(await send(webhook), why).toBe(401);
    await page.goto(`${SHOP}/orders/${order}?externalId=${order}&status=succeeded`);
    await expect(page.getByRole("heading", { name: "Waiting for your bank" })).toBeVisible();
    const cheap = signed(order, { amount: 1 });
    expect(await send(cheap)).toBe(204);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Waiting for your bank" })).toBeVisible();
    for (const _time of [1, 2]) expect(await send(genuine)).toBe(204);
    expect(handled(genuine.id)).toEqual([{ type: "transaction.succeeded" }]);
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });

  test("a reload shows the same payment, and a failed one can be paid again", async ({
    page,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app, keys.web);
    const order = await buyMug(page);
    const transaction = () =>
      String(query("SELECT transaction_id AS id FROM orders WHERE id = ?", order)[0]?.["id"]);
    const first = transaction();
    await page.reload();
    await expect(page.frameLocator("iframe").getByRole("img", { name: /QR code/ })).toBeVisible();
    expect(transaction()).toBe(first);
    await merchant.cancel(first);
    await expect(
      page.getByRole("heading", { name: "The payment did not go through" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Pay €14.50 again" }).click();
    await expect(page.frameLocator("iframe").getByRole("img", { name: /QR code/ })).toBeVisible();
    expect(transaction()).not.toBe(first);
    await merchant.drive(transaction(), "approve");
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });
}
