import { type APIRequestContext, expect } from "playwright/test";
import { makeStatement, unstructured } from "#lib/testing/statements.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test as withAccount } from "./console-account.ts";
import { bankFile, sendFile, test } from "./transfer-account.ts";

const DAY_MS = 86_400_000;

withAccount(
  "bank transfers are offered once the IBAN is confirmed",
  async ({ page, account: { accountId, userId }, product: { services } }) => {
    const payee = { accountId, iban: IBAN, holder: "Harbour Books Ltd" };
    await services.accounts.proposePayee(payee, userId);
    await page.goto("/console/settings/ways-to-be-paid");
    await expect(page.getByText("Live payments are refused")).toBeVisible();
    const offer = page.getByRole("button", { name: "Offer bank transfers" });
    await expect(page.getByText("This needs an IBAN confirmed by the operator")).toBeVisible();
    await expect(offer).toHaveCount(0);
    const confirmed = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
    await services.accounts.confirmPayee({ accountId, ...confirmed });
    await page.reload();
    await offer.click();
    // The setup guide goes on.
    await expect(page).toHaveURL(/\/console\/installations\/web$/);
    await page.goto("/console/settings/ways-to-be-paid");
    const transfers = page.getByRole("region", { name: "Bank transfers" });
    await expect(transfers.getByText("Ready", { exact: true })).toBeVisible();
    await expect(transfers.getByRole("button", { name: "Stop offering" })).toBeVisible();
    await expect(page.getByText("Live payments are refused")).toHaveCount(0);
    const banks = page.getByRole("region", { name: "Bank payments" });
    await expect(banks.getByText("Test mode only")).toBeVisible();
    for (const name of ["feeds", "statements"]) {
      const link = page.getByRole("link", { name: `Open ${name}` });
      await expect(link).toHaveAttribute("href", `/console/settings/${name}?mode=live`);
    }
    await page.getByRole("link", { name: "Open bank transfers" }).click();
    await expect(page).toHaveURL(/\/console\/payments\/transfers\?mode=live$/);
  },
);

test("unmatched money is listed, and settled by a note or a manual match", async ({
  page,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  const reference = await shop.transferReference(payment);
  await page.goto("/console/payments/transfers");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles(bankFile(reference, { amount: "12.00" }));
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByText("Ask the shopper for the rest")).toBeVisible();
  await page.getByText("Add a note", { exact: true }).click();
  await page.getByLabel("Note", { exact: true }).fill("The rest came in cash");
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText("Nothing to review")).toBeVisible();
  await expect(page.getByText("The rest came in cash").first()).toBeVisible();

  await page.goto(`/console/payments/${payment.id}`);
  await page.getByText("Mark as received", { exact: true }).click();
  await page.getByLabel("Amount you received, in EUR").fill("12.00");
  await page.getByRole("button", { name: "Yes, I received it" }).click();
  await expect(page.getByText("This isn't the amount of the payment.")).toBeVisible();
  await page.getByLabel("Amount you received, in EUR").fill("12,50");
  await page.getByRole("button", { name: "Yes, I received it" }).click();
  await expect(page.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(page.getByText("Robin Quay marked a bank transfer as received: Paid")).toBeVisible();
});

test("a bank's file is accepted from members only, and from no other site", async ({
  page,
  request,
  account,
  transferShop: _,
}) => {
  const address = `${servers().app.url}/console/payments/transfers/import`;
  const multipart = {
    file: bankFile("RF18539007547034"),
    mode: "test",
    shownAccount: account.accountId,
  };
  const send = async (from: APIRequestContext, origin: string) => {
    const headers = { Origin: origin, Accept: "application/json" };
    const response = await from.post(address, { headers, multipart });
    return response.status();
  };
  const { origin } = new URL(servers().app.url);
  expect(await send(page.request, "https://evil.example")).toBe(403);
  expect(await send(request, origin)).toBe(401);
  expect(await send(page.request, origin)).toBe(200);
});

test("a file of almost 2 MB is read, and a larger one is refused on the page without scripts", async ({
  page,
  browser,
  transferShop: _,
}) => {
  const xml = (text: string) => ({
    name: "camt.xml",
    mimeType: "application/xml",
    buffer: Buffer.from(text),
  });
  const padding = `<!--${" ".repeat(16_000)}-->`.repeat(120);
  const statement = makeStatement({ entries: [{ reference: "RF18539007547034" }] });
  const large = statement.replace("</Stmt>", `${padding}</Stmt>`);
  expect(large.length).toBeGreaterThan(1_900_000);
  await page.goto("/console/payments/transfers");
  await page.getByLabel("File", { exact: true }).setInputFiles(xml(large));
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByRole("heading", { name: "camt.xml" })).toBeVisible();

  const storageState = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState });
  const form = await plain.newPage();
  await form.goto(`${servers().app.url}/console/payments/transfers`);
  await form.getByLabel("File", { exact: true }).setInputFiles(xml(" ".repeat(2_300_000)));
  await form.getByRole("button", { name: "Import file" }).click();
  await expect(form.getByText("This file is larger than 2 MB.")).toBeVisible();
  await expect(form).toHaveURL(/\/console\/payments\/transfers\?problem=statement_too_large$/);
  await plain.close();
});

test("a member accepts a transfer of another amount, once", async ({
  page,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  const reference = await shop.transferReference(payment);
  await page.goto("/console/payments/transfers");
  const [less, rest] = ["12.00", "0.40"].map((amount) => ({ reference, amount, bankRef: amount }));
  await sendFile(page, [less ?? {}, rest ?? {}]);
  const open = page.getByRole("list", { name: "Transfers that need review" }).getByRole("listitem");
  await expect(open).toHaveCount(2);
  const one = open.filter({ hasText: "€12.00" });
  await expect(one).toContainText(payment.externalId);
  await expect(one.getByText("Pending", { exact: true })).toBeVisible();
  await expect(page.getByText("Accept as paid", { exact: true })).toHaveCount(2);
  await one.getByText("Accept as paid", { exact: true }).click();
  await expect(one.getByText("This can't be undone")).toBeVisible();
  await one.getByRole("button", { name: "Yes, accept it" }).click();
  await expect(open).toHaveCount(1);
  // The remainder can't be accepted.
  await expect(open).toContainText("€0.40");
  await expect(open.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(open).toContainText("which has already ended.");
  await expect(page.getByText("Accept as paid", { exact: true })).toHaveCount(0);
  expect(await shop.read(payment.id)).toMatchObject({ status: "succeeded" });
});

test("an overdue transfer shows a notice until a member marks it as not received", async ({
  page,
  transferShop: shop,
}) => {
  const [late, recent] = [await shop.create(), await shop.create()];
  for (const payment of [late, recent]) await shop.report(payment);
  const notice = page.getByText("One reported bank transfer hasn't arrived");
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await shop.reportedAt(late, new Date(Date.now() - 8 * DAY_MS));
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "View overdue transfer" }).click();
  await expect(page).toHaveURL(/\/console\/payments\/transfers/);
  await expect(notice).toBeVisible();
  const rows = page.getByRole("table", { name: "Transfers shoppers reported as sent" });
  await expect(rows.getByRole("row")).toHaveCount(3);
  const [, first, second] = await rows.getByRole("row").all();
  await expect(first ?? rows).toContainText(late.externalId);
  await expect(first ?? rows).toContainText("8 days ago");
  await expect(first ?? rows).toContainText("Overdue");
  await expect(second ?? rows).toContainText(recent.externalId);
  await expect(second ?? rows).not.toContainText("Overdue");
  await rows.getByRole("link", { name: late.externalId }).click();
  await page.getByText("Mark as not received", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, end the payment" }).click();
  await expect(page.getByText("Payment failed: Expired")).toBeVisible();
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a large file is read without delaying other requests, and a damaged one is refused", async ({
  page,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  const reference = await shop.transferReference(payment);
  const rent = { details: [unstructured("Rent for November ".repeat(20))] };
  const entries = [...Array<object>(1400).fill(rent), { reference, bankRef: "LARGE" }];
  await page.goto("/console/payments/transfers");
  await sendFile(page, entries);
  await expect(page.getByText("It contains 1,401 credits.")).toBeVisible();
  const row = page.getByRole("table", { name: "Transfers in the file" }).getByRole("row").last();
  await expect(row).toContainText(payment.externalId);
  await expect(row).toContainText("Paid");

  const cut = makeStatement({ entries }).slice(0, -100);
  const damaged = { ...bankFile(reference), buffer: Buffer.from(cut) };
  await page.getByLabel("File", { exact: true }).setInputFiles(damaged);
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByText("This file is damaged")).toBeVisible();
});
