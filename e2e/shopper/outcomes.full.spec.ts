import { expect, test } from "playwright/test";
import { takePhone } from "../kit/people.ts";
import { openCheckout } from "../payer/open-checkout.ts";
import { askBankNow } from "../states/own-merchant.ts";
import { anOrder, createStage, stayFromShop } from "../states/stage.ts";

for (const [outcome, title] of [
  ["Insufficient funds", "Your bank declined the payment"],
  ["Cancel at the bank", "The payment was not approved"],
  ["Let it expire", "This payment has expired"],
] as const) {
  test(`in test mode "${outcome}" can be chosen`, async ({ page }) => {
    await openCheckout(page);
    await page.getByText("Test: choose the outcome").click();
    await page.getByRole("button", { name: outcome, exact: true }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });
}

test("a bank that does not respond at first keeps the payment in progress, never in error", async ({
  page,
}) => {
  const { id, merchant } = await openCheckout(page);
  await page.getByText("Test: choose the outcome").click();
  await page.getByRole("button", { name: "Slow response, then paid" }).click();
  await expect(
    page.getByRole("heading", { name: /Your bank is confirming|Continue on your phone/ }),
  ).toBeVisible();
  await expect(page.locator("main").getByRole("alert")).toHaveCount(0);
  await expect
    .poll(async () => {
      await askBankNow(id);
      return (await merchant.read(id)).status;
    })
    .toBe("succeeded");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("opened, confirming and cancelled screens take the focus, and show the next steps", async ({
  page,
  browser,
  context,
  request,
}) => {
  await stayFromShop(context);
  const { merchant } = createStage({ page, browser, request });
  const screen = async (heading: string, title: string) => {
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(title);
  };
  const order = await merchant.create(anOrder());
  await page.goto(order.redirectUrl);
  const phone = await takePhone(browser);
  await phone.goto(`/pay/${order.reference}`);
  await screen("Continue on your phone", "Continue on your phone");
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
  await screen("Payment cancelled", "Cancelled");
  await phone.context().close();
  const second = await merchant.create(anOrder());
  await page.goto(second.redirectUrl);
  await merchant.drive(second.id, "accept");
  await screen("Your bank is confirming", "Your bank is confirming");
  await expect(page.getByText("You can close this page. We’ll let")).toBeVisible();
});
