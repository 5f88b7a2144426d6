import { expect } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { startReceiver } from "../kit/receiver.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, openShop, test } from "./console-account.ts";
import { addEndpoint, confirmSaved } from "./console-endpoints.ts";
import { addPasskey, givePassword, openPageWithDevice, setUpAuthenticator } from "./second-step.ts";

const PHONE = { width: 320, height: 640 };

test("keys are accessible while they are created, shown and revoked", async ({
  page,
  account: _,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/console/installations");
  await expectAccessible(page);
  for (const method of ["direct", "sdk", "web"]) {
    await page.goto(`/console/installations/${method}`);
    await expectAccessible(page);
  }
  await page.goto("/console/installations/web?mode=live");
  await expectAccessible(page);
  await page.goto("/console/installations/scoped");
  await expectAccessible(page);
  await page.goto("/console/installations/web");
  await page.getByLabel("Name").fill("A name of many words to see how it wraps in a list");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "I've saved the key" }).click();
  // The setup guide leads on.
  await expect(page.getByRole("heading", { name: "Add an endpoint" })).toBeVisible();
  await page.goto("/console/installations/web");
  await page.getByText("Revoke", { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: /A name of many/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /A name of many/ })).toBeVisible();
  await expectAccessible(page);
});

test("webhooks are accessible while they are added and tried out", async ({ page, account: _ }) => {
  const receiver = await startReceiver();
  try {
    await page.setViewportSize(PHONE);
    await page.goto("/console/webhooks");
    await expectAccessible(page);
    await page.goto("/console/webhooks/new");
    await page.getByLabel("Callback URL").fill("books.example");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByText("The address must be an absolute https URL.")).toBeVisible();
    await expectAccessible(page);
    await addEndpoint(page, receiver.url, "Shop");
    await expectAccessible(page);
    await confirmSaved(page, "Shop");
    receiver.reply.status = 500;
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivery failed/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "View delivery" }).click();
    await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/console/webhooks");
    await expectAccessible(page);
    await page.goto("/console/webhooks/check");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText("No secret entered.")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await receiver.close();
  }
});

test("endpoints that fail or are gone are accessible", async ({ page, shop, account: _ }) => {
  const receiver = await startReceiver();
  receiver.reply.status = 500;
  try {
    await page.setViewportSize(PHONE);
    await addEndpoint(page, receiver.url, "Shop");
    await confirmSaved(page, "Shop");
    await shop.cancel((await shop.create()).id);
    await expect(async () => {
      await page.goto("/console/webhooks");
      await expect(page.getByText("Failing", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Shop" }).click();
    await expect(page.getByText(/Every delivery since .* has failed/)).toBeVisible();
    await expectAccessible(page);
    // After the first retry by itself, the next one is minutes away.
    await expect.poll(() => receiver.received.length).toBe(2);
    receiver.reply.status = 410;
    await page.getByRole("link", { name: "Payment failed" }).click();
    await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
    await page.getByRole("button", { name: "Resend" }).click();
    await expect(page.getByText("Resending.")).toBeVisible();
    await page.getByRole("link", { name: "Back to the endpoint" }).click();
    await expect(page.getByRole("heading", { name: "Shop", level: 1 })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/your server returned 410 \(gone\)/)).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expectAccessible(page);
  } finally {
    await receiver.close();
  }
});

test("the overview is accessible with nothing done, and with its tables open", async ({
  page,
  account,
  product,
}) => {
  await page.goto("/console");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expectAccessible(page);
  const shop = createMerchantServer(page.request, servers().app, await openShop(product, account));
  await shop.drive((await shop.create()).id, "approve");
  await shop.cancel((await shop.create()).id);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto("/console?days=90");
    await page.getByText("Show as table").first().click();
    await page.getByText("Show as table").last().click();
    await expectAccessible(page);
  }
});

test("a payment is accessible in every state of the console", async ({ page, shop }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/console/payments");
  await expectAccessible(page);
  await page.goto("/console/payments?min=much");
  await expect(page.getByText("so no payments are shown")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/console/first-payment");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page.getByText("Waiting for the payer")).toBeVisible();
  await expectAccessible(page);
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  await shop.drive(id, "approve");
  await expect(page.getByRole("heading", { name: "Your first payment works" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/console/payments/${id}`);
  await expectAccessible(page);
  await page.goto(`/console/payments/${(await shop.create()).id}`);
  await page.locator("summary").filter({ hasText: "Cancel payment" }).click();
  await expectAccessible(page);
});

test("the settings are accessible on a phone", async ({ page, account, product }) => {
  const { accountId, userId } = account;
  const payee = { accountId, iban: IBAN, holder: "Harbour Books" };
  await product.services.accounts.proposePayee(payee, userId);
  await page.setViewportSize(PHONE);
  await page.goto("/console/settings/links");
  await page.getByLabel("After a failure").fill("http://localhost:4000/?externalId=mine#sorry");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved. New payments will use it.")).toBeVisible();
  for (const tab of ["links", "statements", "company", "brand", "embedding", "apps", "audit"]) {
    await page.goto(`/console/settings/${tab}`);
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test("the pages of signing in are accessible", async ({ context, account: user }) => {
  const { page } = await openPageWithDevice(context);
  await page.setViewportSize(PHONE);
  await addPasskey(page, user, "Work laptop");
  await setUpAuthenticator(page, user);
  for (const path of ["", "/password", "/authenticator", "/recovery-codes", "/passkeys"]) {
    await page.goto(`/console/profile${path}`);
    await expectAccessible(page);
  }
  await page.context().clearCookies();
  await givePassword(page, user);
  await expect(page.getByLabel("Six-digit code")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectAccessible(page);
});
