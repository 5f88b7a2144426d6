import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "playwright/test";
import { createApp, makeAccount } from "./app-user.ts";
import { browserOptions } from "./browser.ts";
import { createMerchantServer } from "./merchant.ts";
import { anEmail } from "./people.ts";
import { servers } from "./servers.ts";

/** A browser whose owner has switched cookies off, for every site. */
async function withoutCookies(work: (page: Page) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "bankside-no-cookies-"));
  mkdirSync(join(profile, "Default"));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(settings));
  const context = await chromium.launchPersistentContext(profile, browserOptions());
  try {
    const [page = await context.newPage()] = context.pages();
    await work(page);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

test("a payer whose browser keeps no cookies is told so before any mail is sent", async ({
  request,
}) => {
  const { app } = servers();
  const merchant = createMerchantServer(request, app);
  const { reference } = await merchant.create();
  const { reference: other } = await merchant.create();
  const email = anEmail();
  await withoutCookies(async (page) => {
    // It can't be known again as the one that opened the order, and is told why it can't go on.
    await page.goto(`${app.url}/pay/${reference}`);
    await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Use this device instead" }).click();
    await expect(page.getByText("Your browser keeps no cookies for this page")).toBeVisible();
    await page.goto(`${app.url}/pay/${reference}/verify`);
    await expect(page.getByRole("button", { name: "Use this device instead" })).toBeVisible();
    await page.goto(`${app.url}/pay/${other}/verify`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByText("Your browser keeps no cookies for this page")).toBeVisible();
  });
  const mailbox = await request.get(
    `${app.url}/sandbox/mail?${new URLSearchParams({ to: email })}`,
  );
  expect(await mailbox.text()).not.toContain("is your code");
});

test("a webview that keeps no cookies says so, to the payer and to the app's makers", async ({
  request,
}) => {
  const { first } = servers();
  const app = createApp(request, first, makeAccount(first).keys.direct);
  const jwt = await app.logIn();
  const { redirectUrl } = await app.create(jwt);
  await withoutCookies(async (page) => {
    await page.goto(app.link(redirectUrl, jwt, "cornercoffee"));
    await expect(page.getByRole("heading", { name: "Cookies are blocked here" })).toBeVisible();
  });
});
