import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";

const waiting = (page: Page) => page.getByRole("heading", { name: "Scan with your phone" });

const paid = (page: Page) => page.getByRole("heading", { name: "Paid" });

async function hide(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (hidden ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

/** Connected but silent, as after an hour of sleep. */
async function silenceStreams(page: Page) {
  await page.route(/\/checkout\/events/, (route) => {
    const isStream = route.request().headers()["accept"]?.includes("text/event-stream");
    return isStream ? undefined : route.continue();
  });
}

test("a page that was hidden for long updates at once, although its connection had died", async ({
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
