import { expect } from "playwright/test";
import { notify } from "#lib/platform/db/notifications.ts";
import { browserOptions } from "../kit/browser.ts";
import { hostShop } from "../kit/merchant.ts";
import { SHOP, test } from "../merchant/transfer-account.ts";

for (const scripts of ["on", "off"]) {
  test(`a transfer can be reported after the expiry, with JavaScript ${scripts}`, async ({
    browser,
    playwright,
    transferShop: shop,
    product,
  }) => {
    const payment = await shop.create();
    const plain = browserOptions("--blink-settings=scriptEnabled=false");
    const chromium = scripts === "on" ? browser : await playwright.chromium.launch(plain);
    const context = await chromium.newContext();
    const shopper = await context.newPage();
    await hostShop(shopper, SHOP);
    await shopper.goto(`${payment.redirectUrl}&view=transfer`);
    await expect(shopper.getByRole("heading", { name: "Send a bank transfer" })).toBeVisible();
    const over = shopper.getByRole("heading", { name: "This payment has expired" });
    await shop.change(payment, { expiresAt: new Date() });
    await notify(product.db, "bankside_worker", payment.id);
    // The page reloads itself only every few seconds.
    if (scripts === "off") await shopper.reload();
    await expect(over).toBeVisible();
    await expect(shopper).toHaveTitle("Expired");
    await expect(shopper.locator("main").getByText(/\b\d:\d\d\b/)).toHaveCount(0);
    await expect(shopper.getByRole("link", { name: "Pay with your bank" })).toHaveCount(0);
    await shopper.getByRole("link", { name: "Cancel" }).click();
    await expect(shopper).toHaveTitle("Cancel payment?");
    await shopper.getByRole("link", { name: "Keep paying" }).click();
    await expect(over).toBeVisible();
    await shopper.getByRole("button", { name: "I’ve sent the transfer" }).click();
    await expect(shopper).toHaveTitle("Waiting for your transfer");
    await shopper.getByRole("link", { name: "I didn’t send it" }).click();
    await shopper.getByRole("button", { name: "I didn’t send it", exact: true }).click();
    await expect(shopper).toHaveURL(`${SHOP}/sorry?externalId=${payment.externalId}`);
    await context.close();
    if (chromium !== browser) await chromium.close();
  });
}
