import { expect } from "playwright/test";
import { makeStatement } from "#lib/testing/statements.ts";
import { makeZip } from "#lib/testing/zip.ts";
import { expectAccessible, NARROW } from "../kit/accessible.ts";
import { servers } from "../kit/servers.ts";
import { test } from "./transfer-account.ts";

const KEY = /^sk_test_[\w-]{43}$/;

test("a key for statements sends a file that pays, and the console shows what came of it", async ({
  page,
  request,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  await page.goto("/console/settings/statements");
  await page.getByRole("link", { name: "Create a key for statements" }).click();
  await expect(page.getByRole("checkbox", { name: /^Send statements/ })).toBeChecked();
  await page.getByLabel("Name").fill("Bank server");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeFocused();
  const key = (await page.getByText(KEY).first().textContent()) ?? "";
  const card = page.locator("[data-new-key]");
  await expect(card.getByText("--data-binary @statement.xml")).toBeVisible();

  const reference = await shop.transferReference(payment);
  const entries = [{ reference, bankRef: crypto.randomUUID() }];
  const data = makeZip([
    { name: "day.xml", bytes: Buffer.from(makeStatement({ entries })) },
    { name: "readme.txt", bytes: Buffer.from("hello") },
  ]);
  const headers = { "X-API-Key": key, "Content-Type": "application/zip" };
  const url = `${servers().app.url}/api/statements`;
  const response = await request.post(`${url}?fileName=monday.zip`, { headers, data });
  expect(response.status()).toBe(202);
  expect(await response.json()).toMatchObject({ status: "done", paid: 1, review: 0 });
  expect((await shop.read(payment.id)).status).toBe("succeeded");
  expect((await request.get(`${servers().app.url}/api/transactions`, { headers })).status()).toBe(
    403,
  );
  await expect(page.getByText("First call received:")).toBeVisible();

  await page.getByRole("link", { name: "I've saved the key" }).click();
  const keys = page.getByRole("table", { name: "Active API keys" });
  await expect(keys.getByRole("row").filter({ hasText: "Bank server" })).toContainText(
    "statements",
  );
  await page.goto("/console/settings/statements");
  const recent = page.getByRole("table", { name: "Recent statements" });
  await expect(recent).toContainText("1 credit · 1 paid · 1 file not read");
  await expect(recent).toContainText("by API");
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  await recent.getByRole("link", { name: "monday.zip" }).click();
  await expect(page.getByText("readme.txt: This isn't a camt.052")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/console/installations/scoped");
  await keys.getByText("Revoke", { exact: true }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No test keys with scopes yet.")).toBeVisible();
  expect((await request.post(url, { headers, data })).status()).toBe(401);
});
