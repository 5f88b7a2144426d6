import { type Browser, devices, type FrameLocator, type Page } from "playwright/test";
import { expect } from "playwright/test";

/** A merchant's page with the checkout in its frame. */
export type Purchase = { page: Page; checkout: FrameLocator; orderId: string };

/** A shopper puts a mug into the cart of the demo shop and goes to pay. */
export async function goToPay(page: Page, shopUrl: string): Promise<Purchase> {
  await page.goto(shopUrl);
  await page.getByRole("button", { name: "Add Stoneware mug to the cart" }).click();
  await page.getByRole("link", { name: /Cart/ }).click();
  await page.getByRole("button", { name: /Pay .* by bank/ }).click();
  await page.waitForURL(/\/orders\/[^/]+\/pay/);
  const orderId = new URL(page.url()).pathname.split("/").at(-2) ?? "";
  return { page, checkout: page.frameLocator("iframe"), orderId };
}

/** A phone of its own: other cookies, other storage, a touch screen. */
export async function takePhone(browser: Browser, options: { javaScriptEnabled?: boolean } = {}) {
  const phone = await browser.newContext({ ...devices["Pixel 7"], ...options });
  return phone.newPage();
}

/** The payer goes from the order to the bank's own page. */
export async function chooseBank(phone: Page, bank = "Sandbox Bank"): Promise<void> {
  await phone.getByRole("link", { name: "Choose your bank" }).click();
  await pickBank(phone, bank);
}

/** The payer picks a bank from the list and checks what is to be approved. */
export async function pickBank(phone: Page, bank = "Sandbox Bank"): Promise<void> {
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await phone.getByRole("link", { name: bank, exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Check and approve" })).toBeVisible();
  await expect(phone.getByText("NL91 ABNA 0417 1643 00")).toBeVisible();
  await phone.getByRole("button", { name: `Approve at ${bank}` }).click();
}
