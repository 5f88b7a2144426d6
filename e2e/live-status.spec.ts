import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";
import { letWaitLong } from "./states/own-merchant.ts";

const waiting = (page: Page) => page.getByRole("heading", { name: "Scan with your phone" });
const paid = (page: Page) => page.getByRole("heading", { name: "Paid" });

/** Lets the page believe that it is hidden, as in a tab behind another. */
async function hide(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (hidden ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

/** Streams that take the connection and never say a word, as after an hour's sleep of the computer. */
async function silenceStreams(page: Page) {
  await page.route(/\/checkout\/events/, (route) => {
    const isStream = route.request().headers()["accept"]?.includes("text/event-stream");
    return isStream ? undefined : route.continue();
  });
}

async function leave(page: Page, event: "pagehide" | "pageshow") {
  await page.evaluate((type) => {
    window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  }, event);
}

test("paid on the phone, the first tab says so though no stream comes through", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await page.route(/\/checkout\/events/, (route) => {
    const isStream = route.request().headers()["accept"]?.includes("text/event-stream");
    return isStream ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.goto(redirectUrl);
  await expect(waiting(page)).toBeVisible();
  await merchant.drive(id, "approve");
  await expect(paid(page)).toBeVisible();
});

test("a page put away for long catches up at once, on a connection that had died", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await silenceStreams(page);
  const stream = page.waitForRequest(/\/checkout\/events/);
  await page.goto(redirectUrl);
  await stream;
  await hide(page, true);
  await merchant.drive(id, "approve");
  await expect(waiting(page)).toBeVisible();
  const look = page.waitForRequest(
    (asked) => asked.url().includes("/checkout/events") && asked.resourceType() === "fetch",
  );
  await hide(page, false);
  await look;
  await expect(paid(page)).toBeVisible();
});

test("a page from the browser's store of left pages renders anew", async ({ page, request }) => {
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

test("a page whose refresh failed tries again, and never stays behind the bank's word", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await expect(waiting(page)).toBeVisible();
  let refused = 0;
  await page.route(/\/checkout\?/, (route) => {
    if (!route.request().headers()["rsc"] || refused++ > 0) return route.continue();
    return route.abort();
  });
  await merchant.drive(id, "approve");
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  expect(refused).toBeGreaterThan(0);
});

test("a bank that takes long is said to by a page that stands open, though nothing happens", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().first);
  const { id, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  const notice = page.getByText("Some banks take until the next business day.");
  await expect(notice).toHaveCount(0);
  await letWaitLong(id);
  // The stream looks by itself every 15 seconds.
  await expect(notice).toBeVisible({ timeout: 25_000 });
  await expect(page.getByText(/Bank last asked: \d/)).toBeVisible();
  await expect(page.getByText(/You can close this page/)).toBeVisible();
});
