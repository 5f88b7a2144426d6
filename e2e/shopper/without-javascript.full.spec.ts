import { expect, test } from "playwright/test";
import { browserOptions } from "../kit/browser.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank, decideAtBank, goToPay, ORDER, openDialog, takePhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { openMerchant } from "../states/own-merchant.ts";

// Playwright's own option sometimes reaches a cross-site frame too late.
test.use({ launchOptions: browserOptions("--blink-settings=scriptEnabled=false") });

test("the shop's dialog is a frame in the page with JavaScript off", async ({ page }) => {
  const { checkout } = await goToPay(page, shopOf(servers().app));
  await openDialog(page);
  await expect(page).toHaveURL(/display=dialog/);
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the payment" })).toBeHidden();
});

test("a payment can be tried again after a decline with JavaScript off", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  await page.goto(redirectUrl);
  await merchant.drive(id, "decline");
  const declined = page.getByRole("heading", { name: "Your bank declined the payment" });
  await expect(declined).toBeVisible({ timeout: 20_000 });
  await merchant.drive(id, "approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible({ timeout: 20_000 });
});

test("an order is taken over, declined, tried again and paid, with JavaScript off", async ({
  page,
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference, redirectUrl, id } = await merchant.create();
  const first = await takePhone(browser);
  await first.goto(`${servers().app.url}/pay/${reference}`);
  await expect(first.getByRole("heading", { name: ORDER })).toBeVisible();

  await page.goto(`${redirectUrl}&view=back`);
  await expect(page.getByRole("heading", { name: "Continue in the other tab" })).toBeVisible();
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Continue paying" }).click();
  const payer = await opening;
  await payer.getByRole("button", { name: "Use this device instead" }).click();
  await expect(payer.getByRole("heading", { name: ORDER })).toBeVisible();
  await chooseBank(payer);
  await decideAtBank(payer, "Decline");
  await expect(
    payer.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  await payer.getByRole("button", { name: "Try again" }).click();
  await decideAtBank(payer, "Approve");
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("succeeded");
  await first.context().close();
});

test("a receipt explains how to keep it with JavaScript off, and its link can be opened", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  await merchant.drive(id, "approve");
  await page.goto(`/checkout/receipt?reference=${reference}`);
  // Playwright finds no text inside <noscript>.
  const hint = page.locator("noscript p");
  await expect(hint).toBeVisible();
  await expect(hint).toContainText("choose “Print” in your browser’s menu");
  await expect(page.getByRole("button", { name: "Print or save" })).toBeHidden();
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL(/\?shared=txn_/);
  expect(page.url()).not.toContain(reference);
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
});

test("a shop that redirects to the checkout is opened once with JavaScript off", async ({
  page,
  request,
}) => {
  const { server } = await openMerchant({ request }, { returnDelay: 0 });
  const shop = "https://books.example";
  const { id, redirectUrl } = await server.create({ successUrl: `${shop}/thanks` });
  const visited: string[] = [];
  await page.route(`${shop}/**`, (route) => {
    visited.push(new URL(route.request().url()).pathname);
    const body = `<!doctype html><title>Shop</title><meta http-equiv="refresh" content="0;url=${redirectUrl}">`;
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.goto(redirectUrl);
  await server.drive(id, "approve");
  await expect.poll(() => visited, { timeout: 20_000 }).toEqual(["/thanks"]);
  await page.waitForURL(redirectUrl);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Return to/ })).toBeVisible();
  expect(await page.content()).not.toContain('http-equiv="refresh"');
  expect(visited).toEqual(["/thanks"]);
});
