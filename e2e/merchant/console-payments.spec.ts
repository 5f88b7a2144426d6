import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { servers } from "../kit/servers.ts";
import { createMember, IBAN, openSession, test } from "./console-account.ts";

/** The result is false after a reload. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
  return () => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));
}

test("a new payment appears live, and its page follows it to the outcome", async ({
  page,
  shop,
}) => {
  await page.goto("/console/payments");
  await expect(page.getByText("No payments yet")).toBeVisible();
  const isSameList = await markPage(page);
  const { id, externalId, redirectUrl } = await shop.create({ metadata: { cart: "c-17" } });
  const row = page.getByRole("row").filter({ hasText: externalId });
  await expect(row).toContainText("Pending");
  await expect(row).toContainText("€12.50");
  await expect(
    page.getByRole("status").filter({ hasText: "New payments were added" }),
  ).toBeAttached();
  expect(await isSameList()).toBe(true);

  await row.getByRole("link", { name: externalId }).click();
  await expect(page.getByRole("heading", { name: "Payment of €12.50" })).toBeVisible();
  await expect(page.getByText("Not opened yet.")).toBeVisible();
  await expect(page.getByText(redirectUrl)).toBeVisible();
  await expect(page.getByText('"cart": "c-17"')).toBeHidden();
  await page.locator("summary").filter({ hasText: "Technical details" }).click();
  await expect(page.getByText('"cart": "c-17"')).toBeVisible();
  await expect(page.getByRole("link", { name: "Unnamed key" })).toHaveAttribute(
    "href",
    /\/console\/installations\/web\/key_/,
  );
  const isSamePayment = await markPage(page);
  await shop.drive(id, "approve");
  await expect(page.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: "New status: Succeeded" }),
  ).toBeAttached();
  expect(await isSamePayment()).toBe(true);
  const story = page.getByRole("region", { name: "Timeline" });
  await expect(story.locator("ol > li > p:first-of-type")).toHaveText([
    "Payment created by your server",
    "Payment at Sandbox Bank simulated as a test",
    "Sandbox Bank executed the payment",
    "Payment succeeded",
    "Event transaction.succeeded created",
  ]);
  await expect(page.getByText("Cancel payment")).toBeHidden();
  expect(await page.content()).not.toContain(IBAN);
});

test("a day's report adds up, and its file has the ids of the bank", async ({ page, shop }) => {
  const lines = [
    { name: "Momo", quantity: 2, unitAmount: 700 },
    { name: "Voucher", quantity: 1, unitAmount: -150 },
  ];
  const paid = await shop.create({ description: "2 books", lines });
  await shop.drive(paid.id, "approve");
  await shop.drive((await shop.create()).id, "decline");
  await page.goto(`/console/payments/${paid.id}`);
  await expect(page.getByText("2 books")).toBeVisible();
  await page.locator("summary").filter({ hasText: "Order lines (2)" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Voucher" })).toContainText("-€1.50");

  await page.goto("/console/payments");
  await page.getByRole("link", { name: "Day's report" }).click();
  const row = page.getByRole("row").filter({ hasText: "EUR" });
  await expect(row).toContainText("€12.50 (1)");
  await expect(row).toContainText("€0.00 (0)");
  await expect(page.getByText("This day is not over")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^report-test-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toContain(`,${paid.id},${paid.externalId},2 books,12.50,EUR,1250,${IBAN},`);
  expect(text).toMatch(/,BS[0-9A-Z]{20,},/);
  expect(text.trim().split("\r\n")).toHaveLength(2);
});

test("payments are found by order, amount and other details without scripts", async ({
  page,
  shop,
  browser,
}) => {
  const small = await shop.create({ amount: 500, externalId: "small_1" });
  const large = await shop.create({ amount: 90000, externalId: "large-1" });
  await shop.drive(large.id, "decline");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/console/payments");
  const orders = plain.getByRole("table").locator("tbody").getByRole("link");
  await expect(orders).toHaveText(["large-1", "small_1"]);
  await plain.getByLabel("Search", { exact: true }).fill("small_");
  await plain.getByRole("button", { name: "Search" }).click();
  await expect(orders).toHaveText(["small_1"]);
  await plain.getByLabel("Search", { exact: true }).fill(small.id);
  await plain.getByRole("button", { name: "Search" }).click();
  await expect(orders).toHaveText(["small_1"]);

  await plain.getByRole("link", { name: "Clear filters" }).click();
  await plain.locator("summary").filter({ hasText: "Filters" }).click();
  await plain.getByLabel("Amount from").fill("5.01");
  await plain.getByRole("button", { name: "Show payments" }).click();
  await expect(orders).toHaveText(["large-1"]);
  await plain.locator("summary").filter({ hasText: "Filters" }).click();
  await expect(plain.getByLabel("Amount from")).toHaveValue("5.01");
  await plain.getByLabel("Amount from").fill("much");
  await plain.getByRole("button", { name: "Show payments" }).click();
  await expect(plain.getByLabel("Amount from")).toHaveAttribute("aria-invalid", "true");
  await expect(plain.getByText("so no payments are shown")).toBeVisible();
  await plain.getByLabel("Amount from").fill("1000");
  await plain.getByRole("button", { name: "Show payments" }).click();
  await expect(plain.getByText("No payments match these filters")).toBeVisible();
  await context.close();
});

test("a pending payment is cancelled by keyboard, and a finished one can't be", async ({
  page,
  shop,
}) => {
  const { id } = await shop.create();
  await page.goto(`/console/payments/${id}`);
  await page.locator("summary").filter({ hasText: "Cancel payment" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Yes, cancel it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Robin Quay requested cancellation")).toBeVisible();
  await expect(page.getByText("Payment failed: Cancelled")).toBeVisible();
  await expect(page.getByText("Cancel payment")).toBeHidden();
});

test("the filtered list is exported as a CSV file", async ({ page, shop, request }) => {
  await shop.create({ amount: 500, externalId: "first" });
  await shop.create({ amount: 1250, externalId: '=HYPERLINK("https://evil.example")' });
  await page.goto("/console/payments?min=12.50");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^payments-test-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFid,mode,status,/);
  expect(lines[1]).toContain(",12.50,EUR,1250,");
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(text).not.toContain(IBAN);

  const bad = await page.request.get("/console/payments/export?min=much");
  expect(bad.status()).toBe(422);
  expect(bad.headers()["content-disposition"]).toBeUndefined();
  const stranger = await request.get("/console/payments/export");
  expect(stranger.status()).toBe(401);
});

test("payments of another account are not shown", async ({ shop, browser, product }) => {
  const { id, externalId } = await shop.create();
  const context = await browser.newContext({ baseURL: servers().app.url });
  await openSession(product, context, await createMember(product, { company: "Hill Bakery" }));
  const other = await context.newPage();
  await other.goto(`/console/payments/${id}`);
  await expect(other.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect((await other.request.get(`/console/payments/${id}/status`)).status()).toBe(404);
  await other.goto(`/console/payments?q=${externalId}`);
  await expect(other.getByText("No payments match these filters")).toBeVisible();
  const text = await (await other.request.get("/console/payments/export")).text();
  expect(text).not.toContain(id);
  await context.close();
});
