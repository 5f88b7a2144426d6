import {
  type Browser,
  type BrowserContextOptions,
  devices,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright/test";
import { createPayer } from "#sdk/playwright/src/payer.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";

const DEMO_IBAN = "NL91 ABNA 0417 1643 00";

export type Purchase = { page: Page; checkout: FrameLocator; orderId: string };

export async function goToPay(page: Page, shopUrl: string): Promise<Purchase> {
  await page.goto(shopUrl);
  await page.getByRole("button", { name: "Add to cart – Stoneware mug" }).click();
  await expect(page.getByRole("heading", { name: "Your cart" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €14.50 by bank" }).click();
  await expect(page.getByRole("heading", { name: "Pay your order" })).toBeVisible();
  const orderId = new URL(page.url()).pathname.split("/").at(-2) ?? "";
  expect(orderId).toMatch(/^order-/);
  const checkout = page.frameLocator("iframe");
  await waitUntilDrawn(checkout);
  return { page, checkout, orderId };
}

/** Until a frame is drawn, the browser gives its clicks to the page around it. */
export function waitUntilDrawn(checkout: FrameLocator): Promise<void> {
  const isDrawn = () => performance.getEntriesByType("paint").length > 0;
  // A frame without scripts may reload meanwhile.
  return expect(async () => {
    expect(await checkout.locator("h1").evaluate(isDrawn)).toBe(true);
  }).toPass({ timeout: 10_000 });
}

/** By keyboard, because the frame above may grow. */
export function openDialog(page: Page): Promise<void> {
  return page.getByRole("link", { name: "Pay in a dialog" }).press("Enter");
}

/** The order's page: an unknown payer enters an address first. */
export const ORDER = /^(Confirm it’s you|Choose your bank)$/;

/** With its own cookies and storage. */
export async function takePhone(browser: Browser, options: BrowserContextOptions = {}) {
  const phone = await browser.newContext({ ...devices["Pixel 7"], ...options });
  return phone.newPage();
}

/** An unknown phone enters a code first. */
export async function chooseBank(
  phone: Page,
  bank = "Sandbox Bank",
  payeeIban = DEMO_IBAN,
): Promise<void> {
  await expect(phone.getByRole("heading", { name: ORDER })).toBeVisible();
  if (await phone.getByLabel("E-mail address").isVisible()) await verifyByCode(phone);
  await pickBank(phone, bank, payeeIban);
}

/** Reads the code in the demo's mailbox. */
export async function verifyByCode(phone: Page, email = anEmail()): Promise<void> {
  await expect(phone.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await phone.getByLabel("E-mail address").fill(email);
  await phone.getByRole("button", { name: "Send code" }).click();
  await expect(phone.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  await enterCode(phone, email);
}

/** The sixth digit submits it, if there are scripts. */
export async function enterCode(phone: Page, email: string): Promise<void> {
  const code = await readCode(phone, email);
  const hasScripts = (await phone.locator("noscript span").count()) === 0;
  await phone.getByLabel("Six-digit code").fill(code);
  if (!hasScripts) await phone.getByRole("button", { name: "Confirm", exact: true }).click();
}

export const readCode = (phone: Page, email: string): Promise<string> =>
  payerOn(phone).readCode(phone, email);

// The mailbox is on the page's site.
const payerOn = (phone: Page) => createPayer(new URL(phone.url()).origin);

export async function cancelPayment(phone: Page): Promise<void> {
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
}

export function anEmail(): string {
  return `payer-${crypto.randomUUID()}@mail.example`;
}

/** The last used one stands above the others. */
export function bankButton(phone: Page, bank = "Sandbox Bank"): Locator {
  return phone
    .getByRole("button")
    .filter({ has: phone.getByText(bank, { exact: true }) })
    .or(phone.getByRole("button", { name: `Continue to ${bank}`, exact: true }));
}

export async function pickBank(
  phone: Page,
  bank = "Sandbox Bank",
  payeeIban = DEMO_IBAN,
): Promise<void> {
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await expect(phone.getByText(payeeIban)).toBeVisible();
  await bankButton(phone, bank).click();
}

/** Of test mode: behaves as some real banks do. */
export async function pickKindOfBank(phone: Page, bank: string): Promise<void> {
  await phone.getByText("Test: other kinds of banks").click();
  await phone.getByRole("button", { name: bank }).click();
}

/** Ends before the decision. */
export async function comeToDecide(
  phone: Page,
  account: "Current account" | "Savings account" = "Current account",
): Promise<void> {
  await expect(phone.getByRole("heading", { name: /^(Sign in|Which account)/ })).toBeVisible();
  const signIn = phone.getByRole("button", { name: "Sign in" });
  if (await signIn.isVisible()) {
    await phone.getByLabel("User name").fill("payer");
    await signIn.click();
  }
  await phone.getByRole("radio", { name: account }).check();
  await phone.getByRole("button", { name: "Continue" }).click();
  await expect(phone.getByRole("heading", { name: "Approve this payment?" })).toBeVisible();
}

export function decideAtBank(
  phone: Page,
  decision: "Approve" | "Decline",
  account: "Current account" | "Savings account" = "Current account",
): Promise<void> {
  return payerOn(phone).decide(phone, {
    decision: decision === "Approve" ? "approve" : "decline",
    account,
  });
}

/** The shopper's page then shows the shop's thanks. */
export async function payByPhone(browser: Browser, { page, checkout }: Purchase): Promise<void> {
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await chooseBank(phone);
  await decideAtBank(phone, "Approve");
  await page.waitForURL(/\/sandbox\/shop\/success/);
  await expect(
    page.getByRole("heading", { name: "Thank you, we received your payment" }),
  ).toBeVisible();
}
