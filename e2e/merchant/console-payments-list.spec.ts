import { expect, type Page } from "playwright/test";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { servers } from "../kit/servers.ts";
import { type Account, openSession, openShop, test } from "./console-account.ts";
import type { Product } from "./console-routes.ts";

/** Newest last. */
async function store(product: Product, account: Account, made: Partial<Transaction>[]) {
  const apiKey = await product.services.apiKeys.authenticate(await openShop(product, account));
  if (!apiKey) throw new Error("the new key does not work");
  await storePayments(
    product.db,
    apiKey,
    made.map((transaction) => ({ transaction })),
  );
}

/** A minute apart. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `order-${index + 1}`,
    amount: 1000 + ((index * 7) % count),
    createdAt: new Date(Date.UTC(2026, 0, 15, 12, index)),
  }));

const ordersOn = (page: Page) => page.locator("tbody").getByRole("link");

test("the list shows many payments at once, on a large screen and on a phone", async ({
  page,
  product,
  account,
}) => {
  await store(product, account, numbered(60));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/console/payments");
  await expect(ordersOn(page)).toHaveCount(50);
  const seen = () =>
    page.locator("tbody tr").evaluateAll((rows) => {
      const boxes = rows.map((row) => row.getBoundingClientRect());
      return {
        first: boxes[0]?.top ?? 0,
        height: boxes[1]?.height,
        whole: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      };
    });
  const large = await seen();
  expect(large.whole).toBeGreaterThanOrEqual(22);
  expect(large.height).toBe(40);
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole("columnheader", { name: "Created" })).toBeInViewport();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/console/payments");
    expect((await seen()).first, `${width} px`).toBeLessThan(400);
  }
});

test("an export that exceeds the buffer of a connection arrives completely", async ({
  page,
  product,
  account,
}) => {
  const metadata = { note: "x".repeat(500) };
  await store(
    product,
    account,
    numbered(1000).map((one) => ({ ...one, metadata })),
  );
  const response = await page.request.get("/console/payments/export", { timeout: 30_000 });
  expect((await response.text()).trimEnd().split("\r\n")).toHaveLength(1 + 1000);
});

test("without scripts, pages and columns are links in both directions", async ({
  page,
  product,
  account,
  browser,
}) => {
  await store(product, account, numbered(120));
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/console/payments");
  const orders = ordersOn(plain);
  await expect(orders.first()).toHaveText("order-120");
  await plain.getByRole("link", { name: "Older" }).click();
  await expect(orders.first()).toHaveText("order-70");
  await plain.getByRole("link", { name: "Older" }).click();
  await expect(orders).toHaveCount(20);
  await expect(plain.getByRole("link", { name: "Older" })).toBeHidden();
  await plain.getByRole("link", { name: "Newer" }).click();
  await expect(orders.first()).toHaveText("order-70");
  await plain.getByRole("link", { name: "Newer" }).click();
  await expect(orders.first()).toHaveText("order-120");
  await expect(plain.getByRole("link", { name: "Newer" })).toBeHidden();

  await plain.getByRole("link", { name: "Amount" }).click();
  const amount = plain.getByRole("columnheader", { name: "Amount" });
  await expect(amount).toHaveAttribute("aria-sort", "descending");
  await expect(plain.locator("tbody tr").first()).toContainText("€11.19");
  await plain.getByRole("link", { name: "Amount" }).click();
  await expect(amount).toHaveAttribute("aria-sort", "ascending");
  await expect(plain.locator("tbody tr").first()).toContainText("€10.00");
  await plain.getByRole("link", { name: "Next" }).click();
  await expect(plain.locator("tbody tr").first()).toContainText("€10.50");
  await expect(plain.locator("tbody time").first()).toContainText(/^15 Jan 2026, .* UTC$/);
  await context.close();
});

test("a search finds an amount and a day, shows totals, and is exported as shown", async ({
  page,
  product,
  account,
}) => {
  const createdAt = new Date("2026-01-13T12:00:00Z");
  await store(product, account, [
    { externalId: "first", amount: 7181, status: "succeeded" },
    { externalId: "second", amount: 7181, createdAt },
    { externalId: "third", amount: 100, currency: "SEK", createdAt },
  ]);
  await page.goto("/console/payments");
  const totals = page.getByRole("region", { name: "Total of the payments found" });
  await expect(totals).toContainText("3 payments");
  await expect(totals).toContainText("€143.62 in total · €71.81 succeeded");
  await expect(totals).toContainText("SEK 1.00 in total");
  const search = page.getByLabel("Search", { exact: true });
  for (const [text, orders] of [
    ["71,81", ["first", "second"]],
    ["€71.81", ["first", "second"]],
    ["13 Jan", ["third", "second"]],
    ["2026-01-15", ["first"]],
    ["seco", ["second"]],
  ] as const) {
    await search.fill(text);
    await search.press("Enter");
    await expect(ordersOn(page)).toHaveText([...orders]);
    await expect(totals).toContainText(`${orders.length} payment`);
  }
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const content = await (await waiting).createReadStream();
  const lines = Buffer.concat(await content.toArray())
    .toString()
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("second");
});

test("shortcuts work in the list, but not while the user types", async ({
  page,
  product,
  account,
}) => {
  await store(product, account, numbered(3));
  await page.goto("/console/payments");
  const search = page.getByLabel("Search", { exact: true });
  await expect(search).toHaveAttribute("aria-keyshortcuts", "/");
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: "order-3" })).toBeFocused();
  }).toPass();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "order-2" })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: "order-3" })).toBeFocused();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("j/k?");
  await expect(search).toHaveValue("j/k?");
  await search.fill("");
  await search.blur();
  await page.keyboard.press("?");
  await expect(page.getByText("Go to the search")).toBeVisible();
  await page.getByLabel("Use keyboard shortcuts in this browser").uncheck();
  await page.getByLabel("Use keyboard shortcuts in this browser").blur();
  await page.keyboard.press("/");
  await expect(search).not.toBeFocused();
  await page.getByLabel("Use keyboard shortcuts in this browser").check();
  await page.getByLabel("Use keyboard shortcuts in this browser").blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payment of €10" })).toBeVisible();
});

test("the whole row opens the payment, and its order number can be copied", async ({
  page,
  product,
  account,
}) => {
  await store(product, account, numbered(2));
  await page.goto("/console/payments");
  const row = page.getByRole("row").filter({ hasText: "order-1" });
  await row.hover();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await row.getByRole("button", { name: "Copy order-1" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("order-1");
  await expect(page).toHaveURL(/\/payments$/);
  const opened = page.context().waitForEvent("page");
  const position = { x: 30, y: 20 };
  await row.click({ position, modifiers: ["ControlOrMeta"] });
  const other = await opened;
  await expect(other.getByRole("heading", { name: "Payment of €10.00" })).toBeVisible();
  await other.close();
  await row.click({ position });
  await expect(page.getByRole("heading", { name: "Payment of €10.00" })).toBeVisible();
});

test("a filter is saved under a name for its user, and deleted", async ({
  page,
  product,
  account,
}) => {
  await store(product, account, [
    { externalId: "failed", status: "failed" },
    { externalId: "paid", status: "succeeded" },
  ]);
  await page.goto("/console/payments?status=failed&sort=amount");
  await page.locator("summary").filter({ hasText: "Save filter" }).click();
  await page.getByLabel("Name").fill("Failed ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = page.getByRole("navigation", { name: "Saved filters" });
  await expect(saved.getByRole("link", { name: "Failed ones" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.goto("/console/payments");
  await expect(ordersOn(page)).toHaveCount(2);
  await saved.getByRole("link", { name: "Failed ones" }).click();
  await expect(ordersOn(page)).toHaveText(["failed"]);
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await saved.getByRole("button", { name: "Delete the filter Failed ones" }).click();
  await expect(saved).toBeHidden();
});

test("times and days are in the reader's time zone, with UTC also by keyboard", async ({
  product,
  account,
  browser,
}) => {
  await store(product, account, [
    { externalId: "late", createdAt: new Date("2026-01-13T23:30:00Z") },
  ]);
  const context = await browser.newContext({
    baseURL: servers().app.url,
    timezoneId: "Europe/Berlin",
  });
  await openSession(product, context, account);
  const page = await context.newPage();
  await page.goto("/console/payments");
  const time = page.locator("tbody time");
  await expect(time).toHaveText("14 Jan 2026, 00:30:00");
  await expect(time).toHaveAttribute("data-hint", "13 Jan 2026, 23:30:00 UTC");
  const search = page.getByLabel("Search", { exact: true });
  await search.fill("14 Jan");
  await search.press("Enter");
  await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
  await expect(ordersOn(page)).toHaveText(["late"]);
  const hintOf = () => time.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(await hintOf()).toBe("none");
  await page.keyboard.press("Tab");
  await ordersOn(page).focus();
  expect(await hintOf()).toContain("13 Jan 2026, 23:30:00 UTC");
  await page.keyboard.press("Enter");
  const created = page.getByRole("definition").locator("time").first();
  await expect(created).toHaveText("14 Jan 2026, 00:30:00");
  await expect(created).toHaveAttribute("tabindex", "0");
  await context.close();
});

test("a payment shows its creator, its mode, and its cancellation without an alarm colour", async ({
  page,
  product,
  account,
}) => {
  await openShop(product, account);
  const { testPayments } = product.services;
  const { id } = await testPayments.create(account.accountId, "14.50", account.userId);
  await page.goto(`/console/payments/${id}`);
  await expect(page.getByText("Payment created in the console by Robin Quay")).toBeVisible();
  const mode = page.getByRole("navigation", { name: "Mode" });
  await expect(mode.getByRole("link", { name: "Test mode" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.locator("summary").filter({ hasText: "Cancel payment" }).click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  const badge = page.getByText("Failed", { exact: true });
  await expect(badge).not.toHaveClass(/negative/);
  await mode.getByRole("link", { name: "Live mode" }).click();
  await expect(page).toHaveURL(/\/console\/payments\?mode=live$/);
});

test("a payment that is pressed while a newer one arrives is the one that opens", async ({
  page,
  product,
  account,
}) => {
  await store(product, account, numbered(60));
  await page.goto("/console/payments");
  await page.getByRole("link", { name: "Older" }).click();
  const order = page.getByRole("link", { name: "order-10", exact: true });
  await order.hover();
  await page.mouse.down();
  await store(product, account, [{ externalId: "newer", createdAt: new Date() }]);
  const asked = page.waitForResponse(/\/payments\/changes/);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await asked;
  // The notice would be there by then.
  await page.waitForTimeout(300);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/payments\/[^/?]+$/);
  await expect(page.getByText("order-10", { exact: true }).first()).toBeVisible();
});
