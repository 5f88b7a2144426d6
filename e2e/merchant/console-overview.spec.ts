import { expect, type Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createMember, IBAN, openSession, openShop, test } from "./console-account.ts";

function step(page: Page, name: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
}

/** Hover texts, without empty days. */
async function marks(page: Page, chart: string, nothing: RegExp): Promise<string[]> {
  const all = await page
    .getByRole("figure", { name: chart })
    .locator("svg g title")
    .allTextContents();
  return all.filter((mark) => !nothing.test(mark));
}

async function rowsBehind(page: Page, chart: string): Promise<string[][]> {
  const figure = page.getByRole("figure", { name: chart });
  await figure.getByText("Show as table").click();
  const table = figure.getByRole("table", { name: chart });
  await expect(table).toBeVisible();
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll("td > span:last-child")].map((cell) => cell.textContent),
      ),
    );
  return rows.toReversed();
}

test("the checklist updates live while steps are completed elsewhere", async ({
  page,
  account,
  product,
}) => {
  const { accountId, userId } = account;
  await page.goto("/console");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(step(page, "Your company and IBAN")).toHaveAttribute("aria-current", "step");

  const payee = { accountId, iban: IBAN, holder: "Harbour Books Ltd" };
  await product.services.accounts.proposePayee(payee, userId);
  await expect(page.getByText("1 of 5 done")).toBeVisible();
  await expect(step(page, "Your company and IBAN")).toContainText("Works in test mode");
  // Any order: every open step has a link.
  for (const name of ["Webhook", "First test payment", "Choose logo and colour"]) {
    await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  }

  await product.services.apiKeys.create({ accountId, method: "web", mode: "test", actor: userId });
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await expect(step(page, "API key")).toContainText("No call received yet");
  await expect(step(page, "Webhook")).toHaveAttribute("aria-current", "step");
});

test("a test payment is created manually and followed until it is paid", async ({
  page,
  browser,
  account,
  product,
}) => {
  const { accountId, userId } = account;
  await page.goto("/console/first-payment");
  await expect(page.getByText("Enter an IBAN first")).toBeVisible();
  const payee = { accountId, iban: IBAN, holder: "Harbour Books Ltd" };
  await product.services.accounts.proposePayee(payee, userId);
  await page.reload();
  await expect(page.getByText("Create a test key first")).toBeVisible();
  const { key } = await product.services.apiKeys.create({ accountId, method: "web", mode: "test" });
  await page.reload();

  await page.getByLabel("Amount in euros").fill("0");
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page.getByLabel("Amount in euros")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("such as 14.50")).toBeVisible();
  await page.getByLabel("Amount in euros").fill("14,50");
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page.getByText("Waiting for the payer")).toBeVisible();
  await expect(page.getByText("€14.50").first()).toBeVisible();

  const checkout = await page.getByRole("link", { name: "Open checkout" }).getAttribute("href");
  const reference = new URL(checkout ?? "").searchParams.get("reference");
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(page.getByText("Opened by the payer")).toBeVisible();
  const shop = createMerchantServer(page.request, servers().app, key);
  await shop.drive(new URL(page.url()).searchParams.get("id") ?? "", "approve");
  await expect(page.getByRole("heading", { name: "Your first payment works" })).toBeVisible();

  const stranger = await browser.newContext();
  await openSession(product, stranger, await createMember(product, { company: "Other Books" }));
  expect((await stranger.request.get(page.url())).status()).toBe(404);
  await stranger.close();
});

test("figures show the payments, and the tables behind the charts match them", async ({
  page,
  shop,
}) => {
  await page.goto("/console");
  await expect(page.getByText("No payments in this period")).toBeVisible();
  for (const amount of [1250, 2000]) {
    await shop.drive((await shop.create({ amount })).id, "approve");
  }
  await shop.cancel((await shop.create({ amount: 700 })).id);

  for (const days of [7, 90]) {
    await page.goto(`/console?days=${days}`);
    await expect(page.getByRole("link", { name: `${days} days` })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await expect(page.getByRole("definition").getByText("€32.50", { exact: true })).toBeVisible();
    await expect(page.getByText("2 of 3 completed payments succeeded.")).toBeVisible();
    await expect(page.getByText("66.7%")).toBeVisible();

    const volume = "Paid per day, in EUR";
    const paid = await rowsBehind(page, volume);
    expect(paid).toHaveLength(days);
    // Around midnight they may span two days.
    const money = paid.filter(([, amount]) => amount !== "€0.00");
    expect(await marks(page, volume, /€0\.00/)).toEqual(
      money.map(([day, sum]) => `${day}: ${sum}`),
    );

    const ends = "Completed payments per day";
    const ended = await rowsBehind(page, ends);
    const outcomes = ended.filter(([, ...counts]) => counts.some((count) => count !== "0"));
    const said = outcomes.map(([day, succeeded, cancelled]) => {
      const parts = [`Paid ${succeeded}`, `Cancelled ${cancelled}`].filter(
        (part) => !part.endsWith(" 0"),
      );
      return `${day}: ${parts.join(", ")}`;
    });
    expect(await marks(page, ends, /no payments/)).toEqual(said);
    const sum = (column: number) => outcomes.reduce((all, row) => all + Number(row[column]), 0);
    expect([sum(1), sum(2)]).toEqual([2, 1]);
  }
  await page.goto("/console?mode=live");
  await expect(page.getByText("No payments in this period")).toBeVisible();
  await expect(page.getByText("New payments appear here.")).toBeVisible();
});

test("days are in the reader's time zone, and in UTC without scripts", async ({
  page,
  account,
  product,
  browser,
}) => {
  await page.goto("/console");
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const range = page.getByText("Counted on the day");
  await expect(range).toContainText(zone === "UTC" ? "in UTC" : `in your time zone, ${zone}`);

  const baseURL = servers().app.url;
  for (const javaScriptEnabled of [true, false]) {
    const there = { baseURL, timezoneId: "Pacific/Auckland", javaScriptEnabled };
    const context = await browser.newContext(there);
    await openSession(product, context, account);
    const tab = await context.newPage();
    await tab.goto("/console");
    await expect(tab.getByText("Counted on the day")).toContainText(
      javaScriptEnabled ? "in your time zone, Pacific/Auckland" : "in UTC",
    );
    const hint = await tab.getByText("Counted on the day").getAttribute("data-hint");
    expect(hint).toMatch(javaScriptEnabled ? /, 1[12]:00:00 UTC$/ : /, 00:00:00 UTC$/);
    await context.close();
  }
});

test("recent payments are beside the figures in a wide window, and link to their pages", async ({
  page,
  shop,
}) => {
  const paid = await shop.create({ amount: 1250, externalId: "#1042" });
  await shop.drive(paid.id, "approve");
  await shop.create({ amount: 2000 });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/console");
  const recent = page.getByRole("region", { name: "Recent payments" });
  await expect(recent.getByRole("listitem")).toContainText(["€20.00", "€12.50"]);
  await expect(recent.getByRole("listitem").last()).toContainText("Succeeded");
  const list = await recent.boundingBox();
  const chart = await page.getByRole("figure").first().boundingBox();
  const isBeside = list && chart && list.x > chart.x + chart.width && list.x + list.width > 1800;
  expect(isBeside, JSON.stringify({ list, chart })).toBe(true);
  await recent.getByRole("link", { name: "#1042" }).click();
  await expect(page).toHaveURL(new RegExp(`/console/payments/${paid.id}`));
});

test("the audit log shows actors and actions, and can be filtered by one kind", async ({
  page,
  account,
  product,
}) => {
  await openShop(product, account);
  await page.goto("/console/settings/audit");
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows.first()).toContainText("Created an API key");
  await expect(rows.first()).toContainText(account.name);
  await expect(page.getByText("Entered an IBAN", { exact: true }).last()).toBeVisible();
  expect(await page.content()).not.toContain(IBAN.slice(-7));
  await page.getByLabel("Type of change").selectOption("Entered an IBAN");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Type of change").selectOption("Revoked an API key");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("No changes of this kind")).toBeVisible();
  await page.getByRole("link", { name: "Show all changes" }).click();
  await expect(page.getByText("Created an API key").last()).toBeVisible();
});
