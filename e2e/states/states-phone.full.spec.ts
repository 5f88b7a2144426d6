import { expect, test } from "playwright/test";
import { bankButton, chooseBank, comeToDecide, decideAtBank } from "../kit/people.ts";
import { declineToOpen, shopOnPhone, show } from "../shopper/shop-on-phone.ts";

test("a hidden page waits for the shopper's return, and time alone ends no payment", async ({
  browser,
}) => {
  const { page, merchant, id } = await shopOnPhone(browser);
  await page.clock.install();
  await declineToOpen(page);
  await show(page, "hidden");
  await page.clock.runFor(120_000);
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("a visit to another tab does not count as a return from the app", async ({ browser }) => {
  const { page } = await shopOnPhone(browser);
  await show(page, "hidden");
  await show(page, "visible");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
});

test("an order that was left at the bank continues there", async ({ browser }) => {
  const { page } = await shopOnPhone(browser);
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Continue to payment" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await comeToDecide(payerApp);
  await expect(page.getByText("We haven’t heard from your bank yet.")).toBeVisible();
  const again = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Continue paying" }).click();
  await expect((await again).getByRole("button", { name: "Continue at your bank" })).toBeVisible();
  await payerApp.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("a decline can be tried again from the shop's page on the phone, and is forgotten once paid", async ({
  browser,
}) => {
  const { page, merchant, id } = await shopOnPhone(browser);
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Continue to payment" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await decideAtBank(payerApp, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Cancel payment" })).toBeVisible();
  const again = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Try again" }).click();
  await bankButton(await again).click();
  await decideAtBank(await again, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByText("declined")).toHaveCount(0);
  expect(await merchant.read(id)).toEqual({ status: "succeeded", failureReason: null });
  await payerApp.goto((await again).url().replace("/result", ""));
  await expect(payerApp.getByRole("heading", { name: "Already paid" })).toBeVisible();
});

test("a phone that shows the code still reports an unpaid return, and links to the app", async ({
  browser,
}) => {
  const { page } = await shopOnPhone(browser);
  await page.getByRole("link", { name: "Show QR code instead" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const here = page.getByRole("link", { name: "Pay on this device" });
  await here.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await here.click();
  await show(page, "hidden");
  await show(page, "visible");
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  await page.getByRole("link", { name: "Show QR code instead" }).click();
  await page.getByRole("link", { name: "Use this device instead" }).click();
  await expect(page.getByRole("link", { name: "Continue to payment", exact: true })).toBeVisible();
});

test("a link on the phone shows the status without scripts", async ({ browser }) => {
  const { page } = await shopOnPhone(browser, { scripts: false });
  await page.getByRole("link", { name: "Didn’t finish paying?" }).click();
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});
