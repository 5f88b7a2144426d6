import { expect, type Page } from "playwright/test";
import { servers, shopOf } from "../kit/servers.ts";

export const APP_IBAN = "DE89 3704 0044 0532 0130 00";

export const appUrl = () => shopOf(servers().app).replace(/shop$/, "app");

export async function order(page: Page, email?: string): Promise<Page> {
  await page.goto(appUrl());
  await expect(page.getByRole("heading", { name: "Coffee, paid from your bank" })).toBeVisible();
  if (email !== undefined) {
    await page.getByLabel("Share my e-mail address with Bankside").check();
    await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  }
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "What would you like?" })).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: /Pay/ }).click();
  return opened;
}
