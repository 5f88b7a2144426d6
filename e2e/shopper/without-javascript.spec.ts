import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { browserOptions } from "../kit/browser.ts";
import { chooseBank, decideAtBank, goToPay, takePhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";

// Playwright's own option sometimes reaches a cross-site frame too late.
test.use({ launchOptions: browserOptions("--blink-settings=scriptEnabled=false") });

test("the whole purchase works with JavaScript off on both devices", async ({ page, browser }) => {
  const { checkout, orderId } = await goToPay(page, shopOf(servers().app));
  await expect(checkout.getByRole("button", { name: "Copy link" })).toBeHidden();
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible({
    timeout: 20_000,
  });
  await chooseBank(phone);
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(checkout.getByRole("heading", { name: "Paid" })).toBeVisible({ timeout: 20_000 });
  await checkout.getByRole("link", { name: /Return to/ }).click();
  await expect(page).toHaveURL(
    new RegExp(`/sandbox/shop/success\\?orderId=${orderId}&externalId=%23\\d{4,}$`),
  );
  await expect(
    page.getByRole("heading", { name: "Thank you, we received your payment" }),
  ).toBeVisible({
    timeout: 20_000,
  });
});

test("cancelling works with JavaScript off", async ({ page }) => {
  const { checkout } = await goToPay(page, shopOf(servers().app));
  await checkout.getByRole("link", { name: "Cancel payment" }).click();
  await checkout.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(checkout.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await checkout.getByRole("link", { name: /Return to/ }).click();
  await expect(page).toHaveURL(/\/sandbox\/shop\/failure/);
});
