import type { Browser, Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { takeKnownPhone } from "./known-payer.ts";

/** Another browser holds the device lock. */
export const ELSEWHERE = "Opened on another device";

/** Returns the QR code's address too. */
export async function openCheckout(page: Page) {
  const merchant = createMerchantServer(page.request, servers().app);
  const order = await merchant.create();
  await page.goto(order.redirectUrl);
  const link = await page.getByRole("link", { name: "Pay on this device" }).getAttribute("href");
  return { ...order, merchant, link: link ?? "" };
}

export async function openOnPhone(browser: Browser, link: string): Promise<Page> {
  const phone = await takeKnownPhone(browser);
  await phone.goto(link);
  return phone;
}
