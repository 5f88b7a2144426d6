import type { Browser, Page } from "playwright/test";
import { takeKnownPhone } from "./known-payer.ts";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";

/** Heading of a payer page whose order another browser holds. */
export const ELSEWHERE = "Opened on another device";

/** A checkout on the desktop, and the address its code holds. */
export async function openCheckout(page: Page) {
  const merchant = createMerchantServer(page.request, servers().app);
  const order = await merchant.create();
  await page.goto(order.redirectUrl);
  const link = await page.getByRole("link", { name: "Pay on this device" }).getAttribute("href");
  return { ...order, merchant, link: link ?? "" };
}

/** A phone of a known payer that opens the address of a code. */
export async function openOnPhone(browser: Browser, link: string): Promise<Page> {
  const phone = await takeKnownPhone(browser);
  await phone.goto(link);
  return phone;
}
