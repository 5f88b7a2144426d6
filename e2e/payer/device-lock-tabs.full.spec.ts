import { type Browser, expect, type Page, type Route, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";

const ELSEWHERE = "Opened on another device";
const FIRST_VISIT = /\/pay\/[\w-]+\?o=/;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function anOrder(page: Page): Promise<string> {
  const merchant = createMerchantServer(page.request, servers().app);
  const { redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  const here = page.getByRole("link", { name: "Pay on this device" });
  // Playwright routes no redirects.
  const response = await page.request.head((await here.getAttribute("href")) ?? "");
  return response.url();
}

async function takeTabs(browser: Browser, options = {}) {
  const tab = await takePhone(browser, options);
  return [tab, await tab.context().newPage()] as const;
}

/** The response to a tab whose browser had no cookie at request time. */
function askWithoutCookie(route: Route) {
  const headers = { ...route.request().headers(), cookie: "" };
  return route.fetch({ headers, maxRedirects: 0 });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : ", without scripts too";
  test(`one browser shows the order in two tabs that open it at once${how}`, async ({
    page,
    browser,
  }) => {
    const link = await anOrder(page);
    const tabs = await takeTabs(browser, { javaScriptEnabled });
    const marks: string[] = [];
    const bothAnswered = Promise.withResolvers<void>();
    await tabs[0].context().route(FIRST_VISIT, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await askWithoutCookie(route);
      marks.push(response.headers()["set-cookie"] ?? "");
      if (marks.length === tabs.length) bothAnswered.resolve();
      await bothAnswered.promise;
      await route.fulfill({ response });
    });
    await Promise.all(tabs.map((tab) => tab.goto(link)));
    expect(new Set(marks).size, "each was given a mark").toBe(2);
    for (const tab of tabs) await expect(heading(tab, "Confirm it’s you")).toBeVisible();
    for (const tab of tabs) {
      await tab.getByLabel("E-mail address").fill(anEmail());
      await tab.getByRole("button", { name: "Send code" }).click();
      await expect(heading(tab, "Enter the code")).toBeVisible();
    }
    const other = await takePhone(browser);
    await other.goto(link);
    await expect(heading(other, ELSEWHERE)).toBeVisible();
  });
}

test("a tab updates after its browser got the device lock in another tab", async ({
  page,
  browser,
}) => {
  const link = await anOrder(page);
  const [first, second] = await takeTabs(browser);
  const held = Promise.withResolvers<void>();
  const isAnswered = Promise.withResolvers<void>();
  await first.route(FIRST_VISIT, async (route) => {
    const response = await askWithoutCookie(route);
    isAnswered.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await second.route(FIRST_VISIT, async (route) => {
    await route.fulfill({ response: await askWithoutCookie(route) });
  });
  const going = first.goto(link);
  await isAnswered.promise;
  await second.context().clearCookies();
  await second.goto(link);
  await expect(heading(second, ELSEWHERE)).toBeVisible();
  held.resolve();
  await going;
  await expect(heading(first, "Confirm it’s you")).toBeVisible();
  await second.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(heading(second, "Confirm it’s you")).toBeVisible();
});
