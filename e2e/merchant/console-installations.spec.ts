import { type APIRequestContext, expect, type Page } from "playwright/test";
import { frameSnippet } from "#lib/console/snippets/frame.ts";
import { createMerchantServer, hostShop } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test } from "./console-account.ts";

const KEY = /^sk_test_[\w-]{43}$/;

async function readKey(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  const key = await page.getByText(KEY).first().textContent();
  expect(key).toMatch(KEY);
  return key ?? "";
}

async function callWith(request: APIRequestContext, key: string): Promise<number> {
  const url = `${servers().app.url}/api/auth/verify-apikey`;
  return (await request.post(url, { headers: { "X-API-Key": key }, data: {} })).status();
}

test("a new key is shown once, its first call appears, and it can be revoked", async ({
  page,
  context,
  request,
  account,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/console/installations");
  await page.getByRole("link", { name: "Set up Web" }).click();
  await expect(page.getByRole("heading", { name: "Web integration", level: 1 })).toBeVisible();
  // One failed response must not end the wait.
  await page.route("**/installations/keys/*", (route) => route.fulfill({ status: 503 }), {
    times: 1,
  });
  await page.getByLabel("Name").fill("Shop server");
  await page.getByRole("button", { name: "Create API key" }).click();
  const key = await readKey(page);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const programs = page.getByRole("group", { name: "Language" }).first();
  for (const language of ["curl", "Node", "PHP", "Python"]) {
    await programs.getByText(language, { exact: true }).click();
    await expect(programs.locator("code:visible")).toContainText(key);
    await expect(programs.locator("code:visible")).toContainText(`${servers().app.url}/api`);
  }
  expect(page.url()).not.toContain(key);
  expect(JSON.stringify(await context.cookies())).not.toContain(key);

  await expect(page.getByText("Waiting for the first call with this key…")).toBeVisible();
  expect(await callWith(request, key)).toBe(200);
  // The list waits for the same call, and an earlier page may remain, hidden.
  const received = page.getByText(/^First call received: /).filter({ visible: true });
  await expect(received.first()).toBeVisible();

  await page.reload();
  const row = page.getByRole("row", { name: /Shop server/ });
  await expect(row).toContainText(`sk_test_…${key.slice(-4)}`);
  await expect(row).toContainText(account.name);
  expect(await page.content()).not.toContain(key);
  await page.goBack();
  expect(await page.content()).not.toContain(key);
  await page.goForward();

  await row.getByText("Revoke", { exact: true }).click();
  await row.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Revoked keys (1)")).toBeVisible();
  expect(await callWith(request, key)).toBe(401);
});

test("a key can be created, used in examples, named and revoked by keyboard only", async ({
  page,
  account: _,
}) => {
  await page.goto("/console/installations/direct");
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Till");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  const programs = page.getByRole("group", { name: "Language" }).first();
  await expect(programs.getByRole("radio", { name: "curl" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(programs.getByRole("radio", { name: "Node" })).toBeChecked();
  await expect(programs.locator("code:visible")).toContainText("console.log(");
  await page.getByRole("link", { name: "I've saved the key" }).press("Enter");
  // The setup guide leads on.
  await expect(page.getByRole("heading", { name: "Add an endpoint" })).toBeVisible();
  await page.goto("/console/installations/direct");
  await page.getByRole("link", { name: "Till" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Till", level: 1 })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Till 2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Till 2", level: 1 })).toBeVisible();
  await page.getByText("Revoke", { exact: true }).last().press("Enter");
  await page.getByRole("button", { name: "Revoke key" }).press("Enter");
  await expect(page.getByText("Revoked keys (1)")).toBeVisible();
});

test("keys are created, shown once and revoked without scripts", async ({
  browser,
  context: signedIn,
  account: _,
}) => {
  const storageState = await signedIn.storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto(`${servers().app.url}/console/installations/web?snippet=python`);
  await plain.getByLabel("Name").fill("Plain");
  await plain.getByRole("button", { name: "Create API key" }).click();
  const key = await readKey(plain);
  expect(plain.url()).not.toContain(key);
  const programs = plain.getByRole("group", { name: "Language" }).first();
  await expect(programs.locator("code:visible")).toContainText("import json");
  await programs.getByText("PHP", { exact: true }).click();
  await expect(programs.locator("code:visible")).toContainText("<?php");
  await plain.getByRole("link", { name: "I've saved the key" }).click();
  // The setup guide leads on.
  await expect(plain.getByRole("heading", { name: "Add an endpoint" })).toBeVisible();
  await plain.goto(`${servers().app.url}/console/installations/web`);
  const row = plain.getByRole("row", { name: /Plain/ });
  await row.getByText("Revoke", { exact: true }).click();
  await row.getByRole("button", { name: "Revoke key" }).click();
  await expect(plain.getByText("Revoked keys (1)")).toBeVisible();
  await context.close();
});

test("live keys require a confirmed IBAN and warn without a way to pay, and an unknown method has no page", async ({
  page,
  account: { accountId },
  product: { services },
}) => {
  await page.goto("/console/installations/web?mode=live");
  await expect(page.getByText("Live keys need a confirmed IBAN")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create API key" })).toHaveCount(0);
  const payee = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
  await services.accounts.confirmPayee({ accountId, ...payee });
  await page.reload();
  await expect(page.getByRole("button", { name: "Create API key" })).toBeVisible();
  await page.getByRole("link", { name: "Choose how you are paid" }).click();
  await page.getByRole("button", { name: "Offer bank transfers" }).click();
  await expect(page).toHaveURL(/\/console\/installations\/web$/);
  await page.goto("/console/installations/web?mode=live");
  await expect(page.getByRole("button", { name: "Create API key" })).toBeVisible();
  await expect(page.getByText("Live payments are refused")).toHaveCount(0);
  expect((await page.goto("/console/installations/fax"))?.status()).toBe(404);
});

test("the snippet for the shop's page leads the shopper on, also to another site", async ({
  page,
  request,
}) => {
  const [shop, other] = ["https://books.example", "https://thanks.example"];
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, externalId } = await merchant.create({
    successUrl: `${other}/thanks`,
    failureUrl: `${shop}/cart`,
  });
  const snippet = frameSnippet({ checkoutUrl: `${servers().app.url}/checkout` }, redirectUrl);
  await hostShop(page, shop, {
    "/pay": `<!doctype html><html lang="en"><title>Pay</title>${snippet}`,
  });
  await hostShop(page, other);
  await page.goto(`${shop}/pay`);
  const frame = page.locator("iframe");
  await expect(frame.contentFrame().getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame).toHaveAttribute("style", /height: \d+px !important/);
  await merchant.drive(id, "approve");
  await page.waitForURL(`${other}/thanks?externalId=${externalId}`);
});
