import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { goToPay, payByPhone, takePhone } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

/** Tells whether a page in the frame of another site can keep a cookie. */
async function keepsCookieInFrame(page: Page): Promise<boolean | undefined> {
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout"));
  return frame?.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the question is what the browser lets a page do.
    document.cookie = "probe=1; SameSite=None; Secure";
    return document.cookie.includes("probe=1");
  });
}

/** A browser whose settings allow third-party cookies. */
async function withLenientBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "bankside-profile-"));
  mkdirSync(join(profile, "Default"));
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const lenient = await chromium.launchPersistentContext(
    profile,
    test.info().project.use.launchOptions ?? {},
  );
  try {
    await work(await lenient.newPage());
  } finally {
    await lenient.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

test("the checkout sets no cookie and uses no storage", async ({ page, context, browser }) => {
  await context.addInitScript(() => {
    if (location.pathname.startsWith("/checkout") === false) return;
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(`${name} is blocked`, "SecurityError");
        },
      });
    }
  });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const { checkout } = await goToPay(page, shopOf(servers().app));
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  expect(await context.cookies(servers().app.url)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a browser that blocks third-party cookies changes nothing", async ({ browser, page }) => {
  await withLenientBrowser(async (lenient) => {
    await goToPay(lenient, shopOf(servers().app));
    await expect
      .poll(() => keepsCookieInFrame(lenient), "control: this browser allows them")
      .toBe(true);
  });
  const purchase = await goToPay(page, shopOf(servers().app));
  await expect.poll(() => keepsCookieInFrame(page), "this one blocks them").toBe(false);
  await payByPhone(browser, purchase);
});
