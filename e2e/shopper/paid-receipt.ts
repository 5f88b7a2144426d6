import type { APIRequestContext, Locator, Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";

export const RECEIPT = { name: "Receipt", exact: true } as const;

export async function pay(request: APIRequestContext) {
  const merchant = createMerchantServer(request, servers().app);
  const order = await merchant.create();
  await merchant.drive(order.id, "approve");
  return { ...order, path: `/checkout/receipt?reference=${order.reference}` };
}

export async function openReceipt(page: Page): Promise<void> {
  await page.getByText("Receipt", { exact: true }).click();
  await page.getByRole("link", { name: "Print or save" }).click();
}

export function fact(page: Page, label: string): Locator {
  return page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
}
