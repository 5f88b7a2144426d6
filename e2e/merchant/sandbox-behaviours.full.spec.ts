import { type Browser, expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import {
  bankButton,
  chooseBank,
  comeToDecide,
  decideAtBank,
  goToPay,
  pickBank,
  takePhone,
} from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { approveTryingOut, SUMMARY } from "./sandbox-behaviour.ts";

async function shop(page: Page, browser: Browser) {
  const { checkout, orderId } = await goToPay(page, shopOf(servers().app));
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await chooseBank(phone);
  return { checkout, orderId, phone };
}

test("hangs, then succeeds: payer and shop see the paid order without an error", async ({
  page,
  browser,
}) => {
  const { phone } = await shop(page, browser);
  await approveTryingOut(phone, "Hangs, then succeeds");
  // The first call hangs. The next one returns the status.
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible({ timeout: 40_000 });
  await expectAccessible(phone);
  await page.waitForURL(/\/sandbox\/shop\/success/);
  await expect(
    page.getByRole("heading", { name: "Thank you, we received your payment" }),
  ).toBeVisible();
});

for (const [behaviour, why] of [
  ["Never final", "a bank that never says what became of it"],
  ["Wrong amount", "a bank that executed another amount"],
] as const) {
  test(`${behaviour}: ${why} keeps payer and shop waiting, never paid and never failed`, async ({
    page,
    browser,
  }) => {
    const { checkout, phone } = await shop(page, browser);
    await approveTryingOut(phone, behaviour);
    for (const screen of [phone, checkout]) {
      await expect(screen.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
    }
    await expectAccessible(phone);
    await expect(checkout.getByRole("link", { name: "Cancel payment" })).toHaveCount(0);
    await phone.reload();
    await expect(phone.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
    expect(page.url()).toContain("/pay");
  });
}

test("declines: the payer pays again, at once", async ({ page, browser }) => {
  const { phone } = await shop(page, browser);
  await approveTryingOut(phone, "Declines");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  await phone.getByRole("link", { name: "Choose another bank" }).click();
  await pickBank(phone, "Sandbox Savings Bank");
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.waitForURL(/\/sandbox\/shop\/success/);
});

test("returns twice: the payer sees the paid order", async ({ page, browser }) => {
  const { phone } = await shop(page, browser);
  await approveTryingOut(phone, "Returns twice");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.waitForURL(/\/sandbox\/shop\/success/);
});

test("the page shows which behaviour an amount chooses, and is accessible on every screen", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  for (const width of [320, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const { reference, id } = await merchant.create({ amount: 66_608 });
    await page.goto(`${servers().app.url}/pay/${reference}`);
    await chooseBank(page);
    await comeToDecide(page);
    const picked = "This amount selects a behaviour: Rejects, then executes.";
    await expect(page.getByText(picked)).toBeVisible();
    await expectAccessible(page);
    await page.getByText(SUMMARY).click();
    await expect(page.getByRole("radio", { name: "Rejects, then executes" })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Works normally" }).check();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
    expect((await merchant.read(id)).status).toBe("succeeded");
    await context.close();
  }
});

test("rejects, then executes: the payer can't pay twice", async ({ browser, request }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(phone);
  await approveTryingOut(phone, "Rejects, then executes");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  await phone.getByRole("link", { name: "Choose another bank" }).click();
  await bankButton(phone, "Sandbox Savings Bank").click();
  await expect(phone.getByText("Please don’t pay again.")).toBeVisible();
  await expect(phone, "no approval page of a second payment").toHaveURL(/\/pay\/[\w-]+\/result$/);
});
