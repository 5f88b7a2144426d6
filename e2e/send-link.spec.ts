import { expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "./accessible.ts";
import { findTroubles } from "./fits.ts";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";
import { shiftsOf, watchStillness } from "./stillness.ts";

declare global {
  interface Window {
    /** What was handed to the system, and what it answers. */
    handed?: ShareData[];
    refusal?: string;
  }
}

/** Gives the page a system that links can be handed to, which Chromium has on some systems only. */
async function withShare(page: Page, isAllowed = true) {
  await page.addInitScript((canShare) => {
    window.handed = [];
    Navigator.prototype.canShare = () => canShare;
    Navigator.prototype.share = async (what = {}) => {
      if (window.refusal) throw new DOMException("no", window.refusal);
      window.handed?.push(what);
    };
  }, isAllowed);
}

async function withoutShare(page: Page) {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
    Reflect.deleteProperty(Navigator.prototype, "canShare");
  });
}

const sendLink = (page: Page) => page.getByRole("button", { name: "Send link" });

test("the link in the code can be sent where the device has a way to, and is copied where that fails", async ({
  page,
  context,
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await watchStillness(context);
  await withShare(page);
  expect(await shiftsOf(page, redirectUrl)).toEqual([]);
  const link = await scanQr(page.getByRole("img", { name: /QR code/ }));
  await sendLink(page).click();
  const handed = await page.evaluate(() => window.handed);
  expect(handed).toEqual([{ url: link, title: expect.stringMatching(/^Pay €12\.50 to \S/) }]);
  await expect(page.getByText("Link copied")).toHaveCount(0);

  // The shopper closes the system's sheet.
  await page.evaluate(() => Object.assign(window, { refusal: "AbortError" }));
  await sendLink(page).click();
  await expect(page.getByText("Link copied")).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { refusal: "NotAllowedError" }));
  await sendLink(page).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

for (const view of ["qr", "app"]) {
  test(`it finds its place on a narrow phone, view ${view}`, async ({ page, request }) => {
    const { redirectUrl } = await createMerchantServer(request, servers().app).create();
    await page.setViewportSize({ width: 320, height: 800 });
    await withShare(page);
    for (const lang of ["en", "de", "el", "ar"]) {
      await page.goto(`${redirectUrl}&view=${view}&lang=${lang}`);
      await expect(page.locator(".needs-share button")).toBeVisible();
      expect(await findTroubles(page), lang).toEqual([]);
    }
    await expectAccessible(page);
  });
}

test("nothing is offered that the device can't do", async ({ page, context, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await withoutShare(page);
  await page.goto(redirectUrl);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(page.locator(".needs-share")).toBeHidden();
  // A page that keeps the feature from its frame.
  const kept = await context.newPage();
  await withShare(kept, false);
  await kept.goto(redirectUrl);
  await expect(kept.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(kept.locator(".needs-share")).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("neither copying nor sending is offered", async ({ page, request }) => {
    const { redirectUrl } = await createMerchantServer(request, servers().app).create();
    await page.goto(redirectUrl);
    await expect(page.getByRole("link", { name: "Cancel payment" })).toBeVisible();
    await expect(page.getByText("Copy link")).toBeHidden();
    await expect(page.getByText("Send link")).toBeHidden();
  });
});
