import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { z } from "zod";
import { expectAccessible } from "./accessible.ts";
import { signUp } from "./console-user.ts";
import { takePhone } from "./people.ts";
import { servers } from "./servers.ts";

const IBAN = "DE89 3704 0044 0532 0130 00";

/** The step of the checklist with this name. */
function step(page: Page, name: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
}

async function enterIban(page: Page): Promise<void> {
  await page.goto("/console/settings/company");
  await page.getByRole("textbox", { name: "IBAN" }).fill(IBAN);
  await page.getByLabel("Account holder").fill("Harbour Books Ltd");
  await page.getByRole("button", { name: "Save IBAN" }).click();
  await expect(page.getByText("Works in test mode").first()).toBeVisible();
}

async function createKey(page: Page): Promise<string> {
  await page.goto("/console/installations/web");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  const shown = page.getByText(/^sk_test_[\w-]{43}$/).first();
  return (await shown.textContent()) ?? "";
}

/** Creates a payment as the shop's server does, and plays its payer. */
async function payByApi(request: APIRequestContext, key: string, amount: number, outcome: string) {
  const { url } = servers().app;
  const headers = { "X-API-Key": key };
  const data = { amount, currency: "EUR", externalId: crypto.randomUUID() };
  const created = await request.post(`${url}/api/transactions`, { headers, data });
  expect(created.status()).toBe(201);
  const { id } = z.object({ id: z.string() }).parse(await created.json());
  if (outcome !== "cancelled") return drive(request, key, id, outcome);
  const ended = await request.post(`${url}/api/transactions/${id}/cancel`, { headers });
  expect(ended.status()).toBe(200);
}

/** Plays the payer of a payment. */
async function drive(request: APIRequestContext, key: string, id: string, outcome: string) {
  const answer = await request.post(`${servers().app.url}/api/test/transactions/${id}/outcome`, {
    headers: { "X-API-Key": key },
    data: { outcome },
  });
  expect(answer.status()).toBe(200);
}

/** What the marks of a chart say on hover, without days on which nothing was. */
async function marks(page: Page, chart: string, nothing: RegExp): Promise<string[]> {
  const all = await page
    .getByRole("figure", { name: chart })
    .locator("svg g title")
    .allTextContents();
  return all.filter((mark) => !nothing.test(mark));
}

/** The rows of the table behind a chart, as text, the oldest first. */
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

test("the checklist ticks by itself while things get done elsewhere", async ({ page, context }) => {
  await signUp(page);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(step(page, "Your company and IBAN")).toHaveAttribute("aria-current", "step");

  const elsewhere = await context.newPage();
  await enterIban(elsewhere);
  await expect(page.getByText("1 of 5 done")).toBeVisible();
  await expect(step(page, "Your company and IBAN")).toContainText("Works in test mode");
  await expect(step(page, "Logo and colour")).toHaveAttribute("aria-current", "step");

  await page.getByRole("button", { name: "Go on without" }).click();
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await expect(step(page, "Logo and colour")).toContainText("Skipped");

  await createKey(elsewhere);
  await expect(page.getByText("3 of 5 done")).toBeVisible();
  await expect(step(page, "API key")).toContainText("No call received yet");
  await expect(step(page, "Callback URL")).toHaveAttribute("aria-current", "step");
});

test("a test payment is made by hand and followed until it is paid", async ({
  page,
  browser,
  request,
}) => {
  await signUp(page);
  await page.goto("/console/first-payment");
  await expect(page.getByText("An IBAN comes first")).toBeVisible();
  await enterIban(page);
  await page.goto("/console/first-payment");
  await expect(page.getByText("A test key comes first")).toBeVisible();
  const key = await createKey(page);
  await page.goto("/console/first-payment");
  await expectAccessible(page);

  await page.getByLabel("Amount in euros").fill("0");
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page.getByLabel("Amount in euros")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("such as 14.50")).toBeVisible();
  await page.getByLabel("Amount in euros").fill("14,50");
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page.getByText("Waiting for the payer")).toBeVisible();
  await expect(page.getByText("€14.50").first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);

  const checkout = await page.getByRole("link", { name: "Open checkout" }).getAttribute("href");
  const reference = new URL(checkout ?? "").searchParams.get("reference");
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(page.getByText("Opened by the payer")).toBeVisible();
  await drive(request, key, new URL(page.url()).searchParams.get("id") ?? "", "approve");
  await expect(page.getByRole("heading", { name: "Your first payment works" })).toBeVisible();
  await expectAccessible(page);

  // Of another account it is nothing.
  const stranger = await browser.newContext();
  const strangersPage = await stranger.newPage();
  await signUp(strangersPage, { company: "Other Books" });
  const answer = await strangersPage.goto(page.url());
  expect(answer?.status()).toBe(404);
  await stranger.close();
});

test("figures show what happened, and the tables behind the charts say the same", async ({
  page,
  request,
}) => {
  await signUp(page);
  await enterIban(page);
  const key = await createKey(page);
  await page.goto("/console");
  await expect(page.getByText("No payment has ended in this time")).toBeVisible();
  await payByApi(request, key, 1250, "approve");
  await payByApi(request, key, 2000, "approve");
  await payByApi(request, key, 700, "cancelled");

  for (const days of [7, 30, 90]) {
    await page.goto(`/console?days=${days}`);
    await expect(page.getByRole("link", { name: `${days} days` })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await expect(page.getByRole("definition").getByText("€32.50", { exact: true })).toBeVisible();
    await expect(page.getByText("2 of 3 that ended were paid.")).toBeVisible();
    await expect(page.getByText("66.7%")).toBeVisible();

    const volume = "Paid per day, in EUR";
    const paid = await rowsBehind(page, volume);
    expect(paid).toHaveLength(days);
    // Around midnight the payments may be those of two days.
    const money = paid.filter(([, amount]) => amount !== "€0.00");
    expect(await marks(page, volume, /€0\.00/)).toEqual(
      money.map(([day, sum]) => `${day}: ${sum}`),
    );

    const ends = "How payments ended, per day";
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
  await expect(page.getByText("No payment has ended in this time")).toBeVisible();
});

test("the audit log says who did what, and can be limited to one kind", async ({ page }) => {
  const user = await signUp(page);
  await enterIban(page);
  await createKey(page);
  await page.goto("/console/settings/audit");
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows.first()).toContainText("Created an API key");
  await expect(rows.first()).toContainText(user.name);
  await expect(page.getByText("Entered an IBAN", { exact: true }).last()).toBeVisible();
  // What was entered is no part of the log.
  expect(await page.content()).not.toContain(IBAN.slice(-7));
  await page.getByLabel("Kind of change").selectOption("Entered an IBAN");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Kind of change").selectOption("Revoked an API key");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("No change of this kind")).toBeVisible();
  await page.getByRole("link", { name: "Show all changes" }).click();
  await expect(page.getByText("Created an API key").last()).toBeVisible();
});

test("overview and audit log can be read by everybody, on a phone too", async ({
  page,
  request,
}) => {
  await signUp(page);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expectAccessible(page);
  await enterIban(page);
  const key = await createKey(page);
  for (const outcome of ["approve", "cancelled"]) await payByApi(request, key, 990, outcome);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto("/console?days=90");
    await page.getByText("Show as table").first().click();
    await page.getByText("Show as table").last().click();
    await expectAccessible(page);
    await page.goto("/console/settings/audit");
    await expectAccessible(page);
  }
});
