import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "playwright/test";
import { browserOptions } from "./browser.ts";
import { anEmail, decideAtBank, pickBank, verifyByCode } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

const appUrl = () => shopOf(servers().app).replace(/shop$/, "app");

async function order(page: Page, email?: string): Promise<Page> {
  await page.goto(appUrl());
  await expect(page.getByRole("heading", { name: "Coffee, paid from your bank" })).toBeVisible();
  if (email !== undefined) {
    await page.getByLabel("The app tells my e-mail address").check();
    await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  }
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "What would you like?" })).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: /Pay/ }).click();
  return opened;
}

test("the demo app is come back to through its own scheme", async () => {
  // Only a browser with a profile lets a page register a scheme.
  const profile = mkdtempSync(join(tmpdir(), "bankside-profile-"));
  const context = await chromium.launchPersistentContext(profile, browserOptions());
  try {
    const [page = await context.newPage()] = context.pages();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Page.setRPHRegistrationMode", { mode: "autoAccept" });
    const webview = await order(page, anEmail());
    await pickBank(webview);
    await decideAtBank(webview, "Approve");
    await expect(page.getByRole("heading", { name: "It looks as if you paid" })).toBeVisible();
    await expect(page.getByText("Paid – your drink is on its way")).toBeVisible();
    expect(webview.isClosed() || webview.url().startsWith(appUrl())).toBe(true);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("a browser that registers no scheme has a button, and the server's word", async ({ page }) => {
  const webview = await order(page);
  await verifyByCode(webview);
  await pickBank(webview);
  await decideAtBank(webview, "Approve");
  await expect(webview.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.getByRole("button", { name: "I am back" }).click();
  await expect(page.getByRole("heading", { name: "We don’t know yet how it went" })).toBeVisible();
  await expect(page.getByText("Paid – your drink is on its way")).toBeVisible();
});
