import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { shiftsOf, watchStillness } from "../kit/stillness.ts";
import { expectLight, weighCold } from "../kit/weight.ts";
import { test as consoleTest } from "../merchant/console-account.ts";

// Every state's own test weighs its scripts.
test("the checkout and the payer's order keep their budget", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create();
  expectLight("ready", await weighCold(page, redirectUrl));
  expectLight("order", await weighCold(page, `/pay/${reference}`, "Pixel 7"));
});

test("amount and code appear before any script, and the largest paint is the server's", async ({
  context,
  page,
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await watchStillness(context);
  const response = await page.goto(redirectUrl);
  const html = (await response?.text()) ?? "";
  await expect.poll(() => page.evaluate(() => window.largest?.length)).toBeGreaterThan(0);
  const largest = (await page.evaluate(() => window.largest)) ?? [];
  expect(html).toContain("€12.50");
  const words = html.replaceAll(/<[^>]*>/g, "");
  for (const text of largest) expect(words).toContain(text.replaceAll("&", "&amp;"));

  await context.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto(redirectUrl);
  await expect(page.getByText("€12.50", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay on this device" })).toBeVisible();
});

test("a change of state does not move payee or amount", async ({ context, page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  await watchStillness(context);
  const { id, redirectUrl } = await merchant.create();
  expect(await shiftsOf(page, redirectUrl)).toEqual([]);
  const amount = page.getByText("€12.50", { exact: true }).first();
  const place = await amount.boundingBox();
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  expect(await amount.boundingBox()).toEqual(place);
  await merchant.drive(id, "settle");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await amount.boundingBox()).toEqual(place);
  expect(await page.evaluate(() => window.shifts?.filter(({ isFoot }) => !isFoot))).toEqual([]);
});

test("a page with another script after an upgrade is loaded whole", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.route(redirectUrl, async (route) => {
    if (route.request().resourceType() !== "fetch") return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/script\/page-[^.]+/, "/script/page-later");
    return route.fulfill({ response, body });
  });
  const loaded = page.waitForEvent("load");
  await merchant.drive(id, "accept");
  await loaded;
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
});

consoleTest(
  "nothing moves by itself in the console",
  async ({ browser, context: signedIn, account: _ }) => {
    const context = await browser.newContext({ storageState: await signedIn.storageState() });
    await watchStillness(context);
    const page = await context.newPage();
    for (const path of ["", "/payments", "/settings/embedding"]) {
      expect(await shiftsOf(page, `${servers().app.url}/console${path}`), path).toEqual([]);
    }
    await context.close();
  },
);
