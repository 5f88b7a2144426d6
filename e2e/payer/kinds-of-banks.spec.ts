import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { expectFits } from "../kit/fits.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { comeToDecide, pickKindOfBank, takePhone, verifyByCode } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { openPayment, SCHEME } from "./app-payment.ts";

const APP = "Approve in your bank’s app";
const GRANTING = "Sandbox: grant before the order";

/** As the bank's app does, which the payer holds in another hand. */
async function approveInApp(page: Page): Promise<void> {
  const message =
    (await page.getByText("Approve this payment in your bank's app").textContent()) ?? "";
  const app = await page.context().newPage();
  await app.goto(message.match(/http\S+/)?.[0] ?? "");
  await comeToDecide(app);
  await app.getByRole("button", { name: "Approve", exact: true }).click();
  await app.waitForURL(/return|result|pay|secure/);
  await app.close();
}

for (const javaScriptEnabled of [true, false]) {
  test(`a payer approves in the bank's app while our page waits, scripts: ${javaScriptEnabled}`, async ({
    browser,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { id, reference } = await merchant.create();
    const phone = await takePhone(browser, { javaScriptEnabled });
    await phone.goto(`${servers().app.url}/pay/${reference}`);
    await verifyByCode(phone);
    await expect(phone.getByRole("button", { name: "Sandbox: approval in an app" })).toBeHidden();
    await pickKindOfBank(phone, "Sandbox: approval in an app");
    await expect(phone.getByRole("heading", { name: APP })).toBeVisible();
    await expect(phone).toHaveTitle(APP);
    await expect(phone.getByText("Your bank writes:")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(phone);
    await expectFits(phone);
    await approveInApp(phone);
    await expect(phone.getByRole("heading", { name: /^Paid/ })).toBeVisible({ timeout: 30_000 });
    expect((await merchant.read(id)).status).toBe("succeeded");
    await phone.context().close();
  });
}

test("an app user approves in the bank's app, and returns from the webview", async ({
  browser,
  request,
}) => {
  const { app, id, page } = await openPayment(browser, request, { scheme: SCHEME });
  await pickKindOfBank(page, "Sandbox: approval in an app");
  await expect(page.getByRole("heading", { name: APP })).toBeVisible();
  await expectAccessible(page);
  await approveInApp(page);
  await expect(page.getByRole("heading", { name: /^Paid/ })).toBeVisible({ timeout: 30_000 });
  expect((await app.read(id)).status).toBe("succeeded");
  await page.context().close();
});

test("a bank that takes the order but gives no page is named, not called unreachable", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const successUrl = `${servers().app.url}/sandbox/shop/success`;
  const { id, reference } = await merchant.create({ successUrl });
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await verifyByCode(phone);
  await pickKindOfBank(phone, "Sandbox: no page to approve");
  const heading = phone.getByRole("heading", {
    name: "Your bank has the order, but gave us no page",
  });
  await expect(heading).toBeVisible();
  await expect(phone.getByText(/isn’t responding|no new payment/)).toHaveCount(0);
  await expectAccessible(phone);
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(
    phone.getByRole("heading", { name: "Your bank still has this order" }),
  ).toBeVisible();
  await expect(phone.getByText("You’ve approved")).toHaveCount(0);
  await expect(phone.getByRole("link", { name: /^Return to / })).toBeVisible();
  await expectAccessible(phone);
  expect((await merchant.read(id)).status).toBe("processing");
  await phone.context().close();
});

test("a bank that needs the payer's account asks for it on our page", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  const phone = await takePhone(browser, { javaScriptEnabled: false });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await verifyByCode(phone);
  await pickKindOfBank(phone, "Sandbox: asks for your account");
  await expect(phone.getByRole("heading", { name: /^Your account at Sandbox/ })).toBeVisible();
  await phone.getByLabel("Your IBAN").fill("DE00 1234");
  await phone.getByLabel("Your user name for online banking").fill("jane.doe");
  await phone.getByRole("button", { name: /^Continue to / }).click();
  await expect(phone.getByText("Enter a valid IBAN, such as")).toBeVisible();
  expect(phone.url()).not.toMatch(/jane|1234/);
  await phone.getByLabel("Your IBAN").fill("DE89 3704 0044 0532 0130 00");
  await phone.getByLabel("Your user name for online banking").fill("jane.doe");
  await phone.getByRole("button", { name: /^Continue to / }).click();
  await expect(phone.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  await merchant.drive(id, "approve");
  expect((await merchant.read(id)).status).toBe("succeeded");
  await phone.context().close();
});

for (const bank of ["links as text", "no end-to-end id", "ACCP is final"]) {
  test(`a payment succeeds at a bank of the kind “${bank}”`, async ({ browser, request }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { id, reference } = await merchant.create();
    const phone = await takePhone(browser);
    await phone.goto(`${servers().app.url}/pay/${reference}`);
    await verifyByCode(phone);
    await pickKindOfBank(phone, `Sandbox: ${bank}`);
    await comeToDecide(phone);
    await phone.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(phone.getByRole("heading", { name: /^Paid/ })).toBeVisible({ timeout: 30_000 });
    expect((await merchant.read(id)).status).toBe("succeeded");
    await phone.context().close();
  });
}

test("a payer grants access before the order: declines at that page, then grants and pays", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  const phone = await takePhone(browser, { javaScriptEnabled: false });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await verifyByCode(phone);
  await pickKindOfBank(phone, GRANTING);
  await expect(phone.getByRole("heading", { name: "Sign in to approve a payment" })).toBeVisible();
  expect(new URL(phone.url()).pathname).toBe("/sandbox/bank/authorize");
  await expectFits(phone);
  await phone.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(phone.getByText(/haven’t been charged/)).toBeVisible();
  expect((await merchant.read(id)).status).toBe("pending");
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await pickKindOfBank(phone, GRANTING);
  await phone.getByLabel("User name").fill("  ");
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.getByText("Enter a user name of 1 to 64 characters.")).toBeVisible();
  await phone.getByLabel("User name").fill("payer");
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone).toHaveURL(/\/sandbox\/bank\/approve\//);
  await comeToDecide(phone);
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(phone.getByRole("heading", { name: /^Paid/ })).toBeVisible({ timeout: 30_000 });
  expect((await merchant.read(id)).status).toBe("succeeded");
  await phone.context().close();
});
