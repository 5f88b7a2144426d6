import { type Browser, devices, expect, type Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { comeAlive } from "../kit/weight.ts";
import { rememberPayer } from "../payer/known-payer.ts";

export async function shopOnPhone(
  browser: Browser,
  { scripts = true, server = servers().app } = {},
) {
  const context = await browser.newContext({ ...devices["Pixel 7"], javaScriptEnabled: scripts });
  await rememberPayer(context);
  const page = await context.newPage();
  const merchant = createMerchantServer(context.request, server);
  const order = await merchant.create();
  await page.goto(order.redirectUrl);
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
  // Before that, it does not detect clicks or hiding.
  if (scripts) await comeAlive(page);
  return { page, merchant, ...order };
}

/** Simulates visibility changes, because tabs in tests are never hidden. */
export async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    // The listener may navigate the page.
    setTimeout(() => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  }, state);
}

/** Cancels the click, so nothing opens. */
export async function declineToOpen(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Continue to payment" }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault(), { once: true });
  });
  await page.getByRole("link", { name: "Continue to payment" }).click();
}
