import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { follow, press, title } from "../kit/tab.ts";
import { expectTimeReadOut } from "../kit/time-read-out.ts";
import { openMerchant } from "../states/own-merchant.ts";
import { anOrder, createStage, stayFromShop } from "../states/stage.ts";

test("the keyboard is sufficient after a decline, and after an unpaid return", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  await page.goto(`${redirectUrl}&view=back`);
  const order = await follow(page, "Try again");
  await expect(title(order, "Confirm it’s you")).toBeVisible();
  await order.close();
  await expect(title(page, "Continue in the other tab")).toBeFocused();
  await press(page, "link", "Show QR code instead");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await merchant.drive(id, "decline");
  await expect(title(page, "Your bank declined the payment")).toBeFocused();
  await expect(title(await follow(page, "Try again"), "Confirm it’s you")).toBeVisible();
});

test("the keyboard is sufficient to take over an order, and to release it", async ({
  page,
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create();
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(title(phone, "Confirm it’s you")).toBeVisible();
  await page.goto(`/pay/${reference}`);
  await press(page, "button", "Use this device instead");
  await expect(title(page, "Confirm it’s you")).toBeVisible();
  const shop = await page.context().newPage();
  await shop.goto(redirectUrl);
  await press(shop, "button", "Use another phone");
  await expect(title(shop, "Scan with your phone")).toBeFocused();
  await phone.context().close();
});

test("the keyboard is sufficient to copy a transfer, report it and undo the report", async ({
  page,
  context,
  browser,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await stayFromShop(context);
  const stage = createStage({ page, browser, request });
  const { server } = await openMerchant(stage);
  await page.goto((await server.create(anOrder())).redirectUrl);
  await press(page, "link", "Bank transfer");
  await expect(title(page, "Send a bank transfer")).toBeVisible();
  await press(page, "button", "Copy: Reference", "Space");
  await expect(page.getByText("Copied: Reference")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^RF\d{14}$/);
  await press(page, "button", "I’ve sent the transfer");
  await expect(title(page, "We are waiting for your transfer")).toBeFocused();
  await press(page, "link", "I didn’t send it");
  await press(page, "button", "I didn’t send it");
  await expect(title(page, "Payment cancelled")).toBeVisible();
});

for (const [lang, words] of [
  [
    "pl",
    [
      "Pozostały czas na płatność: 3 minuty",
      "Pozostały czas na płatność: 1 minuta",
      "Pozostały czas na płatność: 30 sekund",
    ],
  ],
  [
    "ro",
    [
      "Timp rămas pentru plată: 3 minute",
      "Timp rămas pentru plată: 1 minut",
      "Timp rămas pentru plată: 30 de secunde",
    ],
  ],
] as const) {
  test(`the time left is announced in ${lang}`, async ({ page }) => {
    await expectTimeReadOut(page, lang, words);
  });
}
