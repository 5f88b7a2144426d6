import { expect, type Page } from "playwright/test";

/** Returns the Webhook Secret. */
export async function addEndpoint(page: Page, url: string, name: string): Promise<string> {
  await page.goto("/console/webhooks");
  await page.getByRole("link", { name: "Add an endpoint" }).click();
  await page.getByLabel("Callback URL").fill(url);
  await page.getByLabel("Name (optional)").fill(name);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  return readSecret(page);
}

export async function readSecret(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Save the Webhook Secret now" })).toBeVisible();
  const secret = (await page.locator("pre code").first().textContent()) ?? "";
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  return secret;
}

/** Starts on one of the endpoint's pages. */
export async function deleteEndpoint(page: Page): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Endpoint" });
  await tabs.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Delete endpoint", { exact: true }).click();
  await page.getByRole("button", { name: "Delete now" }).click();
  await expect(page.getByText("Endpoint deleted.")).toBeVisible();
}

/** Returns to the endpoint: the setup guide leads on after the first one. */
export async function confirmSaved(page: Page, name: string): Promise<void> {
  const started = page.url();
  await page.getByLabel("I've saved the Webhook Secret").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.href !== started);
  await page.goto("/console/webhooks");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
}
