import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { test as withAccount } from "../merchant/console-account.ts";
import { check, code, entry, frameOf, hostPage, SITE } from "./foreign-site.ts";

withAccount(
  "a site that framed the checkout in vain is listed with its cause, checked, allowed and then shows it",
  async ({ page, shop, browser }) => {
    const { redirectUrl } = await shop.create();
    const context = await browser.newContext();
    const shopper = await context.newPage();
    await hostPage(shopper, frameOf(redirectUrl));
    await shopper.goto(`${SITE}/cart`);
    await expect(async () => {
      await page.goto("/console/settings/embedding");
      await expect(page.getByRole("cell", { name: SITE, exact: true })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await expect(code(shopper)).toHaveCount(0);
    await expect(page.getByRole("cell", { name: "Not on your list" })).toBeVisible();

    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Check", exact: true }).click();
    const doctor = await opened;
    await expect(doctor.getByLabel("Address of your page")).toHaveValue(SITE);
    const { searchParams } = new URL(redirectUrl);
    const reference = searchParams.get("reference") ?? "";
    await expect(doctor.getByLabel("Reference of a payment")).toHaveValue(reference);
    await expect(entry(doctor, `${SITE} is not registered`)).toBeVisible();
    await doctor.getByRole("link", { name: "Settings → Embedding" }).click();
    await expect(doctor.getByLabel("Address of the site")).toHaveValue(SITE);
    await doctor.close();

    // A browser's report is no proof, so an unknown site needs a second click.
    await expect(page.getByText("Reported by a browser, not verified.")).toBeVisible();
    const allow = page.getByRole("button", { name: "Allow site" });
    await expect(allow).toBeHidden();
    await page.locator("summary").filter({ hasText: "Allow site" }).click();
    await expect(page.getByText(`${SITE} isn't similar to any site on your list.`)).toBeVisible();
    await allow.click();
    await expect(page.getByRole("listitem").filter({ hasText: SITE })).toBeVisible();
    await expect(page.getByText("No refused sites")).toBeVisible();
    await shopper.goto(`${SITE}/cart`);
    await expect(code(shopper)).toBeVisible();
    await page.goto("/console/settings/audit");
    await expect(page.getByRole("main")).toContainText("embed", { ignoreCase: true });
    await page.goto(check({ reference: redirectUrl, origin: `${SITE}/cart` }));
    await expect(entry(page, `${SITE} is registered`)).toBeVisible();
    await context.close();
  },
);

test("counts the check for every spelling of its address", async ({ request }) => {
  const { url } = servers().app;
  const plain = await request.get(`${url}/embed-check?origin=x`);
  expect(await plain.text()).toContain("Results");
  for (const path of ["/embed%2Dcheck", "/%65mbed-check", "/embed-check/", "//embed-check"]) {
    const response = await request.get(`${url}${path}?origin=x`, { maxRedirects: 0 });
    expect(await response.text(), path).not.toContain("Results");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the check works and is accessible", async ({ page, request }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { redirectUrl, id } = await merchant.create();
    await page.goto(`${servers().app.url}/embed-check`);
    await page.getByLabel("Reference of a payment").fill(redirectUrl);
    await page.getByLabel("Address of your page").fill("https://foreign.example/cart");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(entry(page, "https://foreign.example is not registered")).toBeVisible();
    await expect(page.getByText("problem found.")).toBeVisible();
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("noscript p")).toContainText("This page needs JavaScript");
    await merchant.drive(id, "approve");
    await page.reload();
    await expect(entry(page, "This payment is finished")).toBeVisible();
  });
});
