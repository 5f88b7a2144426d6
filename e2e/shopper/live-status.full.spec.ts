import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { letWaitLong } from "../states/own-merchant.ts";

const waiting = (page: Page) => page.getByRole("heading", { name: "Scan with your phone" });

const paid = (page: Page) => page.getByRole("heading", { name: "Paid" });

async function leave(page: Page, event: "pagehide" | "pageshow") {
  await page.evaluate((type) => {
    window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  }, event);
}

test("a page from the back/forward cache is refreshed", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  const stream = page.waitForRequest(/\/checkout\/events/);
  await page.goto(redirectUrl);
  await stream;
  const closed = page.waitForEvent("requestfailed", (asked) =>
    asked.url().includes("/checkout/events"),
  );
  await leave(page, "pagehide");
  await closed;
  await merchant.drive(id, "approve");
  await expect(waiting(page)).toBeVisible();
  await leave(page, "pageshow");
  await expect(paid(page)).toBeVisible();
});

test("a page whose refresh failed tries again until it shows the bank's status", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await expect(waiting(page)).toBeVisible();
  let refused = 0;
  await page.route(/\/checkout\?/, (route) => {
    if (route.request().isNavigationRequest() || refused++ > 0) return route.continue();
    return route.abort();
  });
  await merchant.drive(id, "approve");
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  expect(refused).toBeGreaterThan(0);
});

test("an open page shows that the bank takes long", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  const notice = page.getByText("Some banks take until the next business day.");
  await expect(notice).toHaveCount(0);
  await letWaitLong(id);
  await expect(notice).toBeVisible();
  await expect(page.getByText(/Last checked: \d/)).toBeVisible();
  await expect(page.getByText(/You can close this page/)).toBeVisible();
});
