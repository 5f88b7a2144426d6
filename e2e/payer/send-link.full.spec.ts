import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { findTroubles } from "../kit/fits.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { withShare } from "../kit/share-sheet.ts";

declare global {
  interface Window {
    /** Data passed to the share sheet, and its simulated error. */
    handed?: ShareData[];
    refusal?: string;
  }
}

async function withoutShare(page: Page) {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
    Reflect.deleteProperty(Navigator.prototype, "canShare");
  });
}

for (const view of ["qr", "app"]) {
  test(`the controls fit on a narrow phone, view ${view}`, async ({ page, request }) => {
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

test("no control is offered that the device does not support", async ({
  page,
  context,
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await withoutShare(page);
  await page.goto(redirectUrl);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(page.locator(".needs-share")).toBeHidden();
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
