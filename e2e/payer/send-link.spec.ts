import { expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { withShare } from "../kit/share-sheet.ts";
import { shiftsOf, watchStillness } from "../kit/stillness.ts";

declare global {
  interface Window {
    /** Data passed to the share sheet, and its simulated error. */
    handed?: ShareData[];
    refusal?: string;
  }
}

const sendLink = (page: Page) => page.getByRole("button", { name: "Send link" });

test("the code's link can be shared if the device supports that, and is copied if sharing fails", async ({
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

  // The shopper closes the share sheet.
  await page.evaluate(() => Object.assign(window, { refusal: "AbortError" }));
  await sendLink(page).click();
  await expect(page.getByText("Link copied")).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { refusal: "NotAllowedError" }));
  await sendLink(page).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});
