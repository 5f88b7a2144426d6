import { expect, test } from "playwright/test";
import { anEmail, decideAtBank, pickBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { openReceipt } from "../shopper/paid-receipt.ts";
import { letExpire } from "../states/own-merchant.ts";
import { openPayment, SCHEME } from "./app-payment.ts";
import { caughtByApp, createApp, makeAccount, openWebview } from "./app-user.ts";

test("a payment that expires while the payer is at the bank is cancelled there", async ({
  browser,
  request,
}) => {
  const { app, id, page } = await openPayment(browser, request, { scheme: SCHEME });
  await pickBank(page);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await letExpire(id);
  await expect.poll(() => app.read(id)).toEqual({ status: "failed", failureReason: "expired" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  const returned = caughtByApp(page, SCHEME);
  await page.getByRole("link", { name: "Return to the payment" }).click();
  await expect(page.getByRole("heading", { name: "This payment has expired" })).toBeVisible();
  expect(await returned).toEqual({ status: "failed", transactionId: id });
});

test("without a scheme the payment ends on its own page", async ({ browser, request }) => {
  const { page } = await openPayment(browser, request);
  await pickBank(page);
  await decideAtBank(page, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveCount(0);
});

test("the bank offers the account that the app sent first", async ({ browser, request }) => {
  const { keys } = await makeAccount({ isWhitelisted: true });
  const app = createApp(request, servers().app, keys.sdk);
  const jwt = await app.logIn({ email: anEmail(), iban: "DE89370400440532013000" });
  const { redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await pickBank(page);
  await page.getByLabel("User name").fill("payer");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("radio").first()).toBeChecked();
  await expect(page.getByText(/3000/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("an app user without a code pays after a decline at another bank, and gets a private receipt", async ({
  browser,
  request,
}) => {
  const { id, page } = await openPayment(browser, request, { scheme: SCHEME, platform: "iOS" });
  await pickBank(page);
  await decideAtBank(page, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeVisible();
  await page.getByRole("link", { name: "Choose another bank" }).click();
  await pickBank(page, "Sandbox Savings Bank");
  await decideAtBank(page, "Approve");
  expect(await caughtByApp(page, SCHEME)).toEqual({ status: "succeeded", transactionId: id });
  await openReceipt(page);
  await expect(page).toHaveURL(/\/secure\/[\w-]+\/receipt$/);
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  const paidThrough = page.locator("dl > div").filter({ hasText: "Paid through" });
  await expect(paidThrough).toContainText("Sandbox Savings Bank");
  const stranger = await openWebview(browser);
  await stranger.goto(page.url());
  await expect(stranger.getByRole("heading", { name: "Return to your app" })).toBeVisible();
});
