import { type Browser, devices, expect, type Page } from "playwright/test";
import { rememberPayer } from "./known-payer.ts";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";
import { comeAlive } from "./weight.ts";

/** A shopper who stands before the checkout on a phone. */
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
  // Before that it notices neither a click nor that it is hidden.
  if (scripts) await comeAlive(page);
  return { page, merchant, ...order };
}

/** The page is hidden behind an app, or shown again. A tab of a test is never hidden by itself. */
export async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    // What listens may leave the page at once.
    setTimeout(() => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  }, state);
}

/** The phone asks its owner whether the app may be opened; nothing opens. */
export async function declineToOpen(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Open the app" }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault());
  });
  await page.getByRole("link", { name: "Open the app" }).click();
}
