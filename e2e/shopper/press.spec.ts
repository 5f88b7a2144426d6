import { expect, type Page, type Request, test } from "playwright/test";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag } from "../embed/shop.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { waitUntilDrawn } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";

type Held = { reached: Promise<void>; release: () => void };

/** Holds requests until `release`. */
async function hold(
  page: Page,
  url: string | RegExp,
  which: (asked: Request) => boolean = () => true,
) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (!which(route.request())) return route.fallback();
    reached.resolve();
    await released.promise;
    return route.fallback();
  });
  return { reached: reached.promise, release: released.resolve } satisfies Held;
}

const isRefresh = (asked: Request) => asked.resourceType() === "fetch";

/** What must not happen would have happened by then. */
const settle = (page: Page) => page.waitForTimeout(300);

async function letRefresh(page: Page, { release }: Held) {
  const refreshed = page.waitForEvent(
    "requestfinished",
    (asked) => isRefresh(asked) && CHECKOUT.test(asked.url()),
  );
  release();
  await refreshed;
  await settle(page);
}

function countCancels(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.url().includes("confirm=cancel")) {
      asked.push(request.url());
    }
  });
  return asked;
}

const cancel = (page: Page) => page.getByRole("link", { name: "Cancel payment" });
const question = (page: Page) => page.getByRole("heading", { name: "Cancel this payment?" });
const CHECKOUT = /\/checkout\?/;

/** The checkout with a held refresh, which shows that the bank declined. */
async function openOutdated(
  page: Page,
  create: () => Promise<{ id: string; redirectUrl: string }>,
  drive: (id: string) => Promise<void>,
) {
  const { id, redirectUrl } = await create();
  const refresh = await hold(page, CHECKOUT, isRefresh);
  await page.goto(redirectUrl);
  await expect(page.locator("html[data-live]")).toBeAttached();
  await drive(id);
  await refresh.reached;
  return refresh;
}

const presses = {
  async mouse(page: Page) {
    await cancel(page).hover();
    await page.mouse.down();
    return () => page.mouse.up();
  },
  async finger(page: Page) {
    await cancel(page).scrollIntoViewIfNeeded();
    const box = await cancel(page).boundingBox();
    if (!box) throw new Error("no control");
    const browser = await page.context().newCDPSession(page);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    return async () => {
      await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
  },
};

for (const [by, press] of Object.entries(presses)) {
  test(`a link pressed by ${by} while the page changes is followed once`, async ({
    browser,
    request,
  }) => {
    const context = await browser.newContext({ hasTouch: by === "finger" });
    const page = await context.newPage();
    const merchant = createMerchantServer(request, servers().app);
    const cancels = countCancels(page);
    const refresh = await openOutdated(page, merchant.create, (id) =>
      merchant.drive(id, "decline"),
    );
    const release = await press(page);
    await letRefresh(page, refresh);
    await release();
    await expect(question(page)).toBeVisible();
    expect(cancels).toHaveLength(1);
    await context.close();
  });
}

test("a page without a press changes at once", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const refresh = await openOutdated(page, merchant.create, (id) => merchant.drive(id, "decline"));
  await cancel(page).hover();
  await page.mouse.down();
  await page.mouse.move(1, 1);
  await page.mouse.up();
  refresh.release();
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeVisible();
});

test("a button pressed by the space bar while the page changes works", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const refresh = await openOutdated(page, merchant.create, (id) => merchant.drive(id, "decline"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).focus();
  await page.keyboard.down(" ");
  await letRefresh(page, refresh);
  await page.keyboard.up(" ");
  await expect(page.getByText("Copied")).toBeVisible();
});

test("a link pressed while the page returns from the back/forward cache is followed", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  const refresh = await hold(page, CHECKOUT, isRefresh);
  const stream = page.waitForRequest(/\/checkout\/events/);
  await page.goto(redirectUrl);
  await stream;
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  });
  await merchant.drive(id, "decline");
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await refresh.reached;
  const release = await presses.mouse(page);
  await letRefresh(page, refresh);
  await release();
  await expect(question(page)).toBeVisible();
});

test("a page that must reload does not stop the user's own navigation", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const answered = Promise.withResolvers<void>();
  await page.route(CHECKOUT, async (route) => {
    if (!isRefresh(route.request())) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/script\/page-[^.]+/, "/script/page-later");
    await route.fulfill({ response, body });
    answered.resolve();
  });
  const refresh = await openOutdated(page, merchant.create, (id) => merchant.drive(id, "decline"));
  const way = await hold(page, /confirm=cancel/, (asked) => asked.isNavigationRequest());
  const cancels = countCancels(page);
  await cancel(page).click({ noWaitAfter: true });
  await way.reached;
  refresh.release();
  await answered.promise;
  await settle(page);
  way.release();
  await expect(question(page)).toBeVisible();
  expect(cancels).toHaveLength(1);
});

test("a control in a frame that is about to grow is clicked where it was pressed", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const script = await hold(page, /\/embed\.js/);
  const frame = `<bankside-checkout redirect-url="${redirectUrl}"><iframe title="Pay" src="${redirectUrl}" style="width: 100%; height: 400px; border: 0"></iframe></bankside-checkout>`;
  await openShop(page, SHOP, { "/cart": `${frame}${scriptTag("async")}` });
  await page.goto(`${SHOP}/cart`, { waitUntil: "commit" });
  const checkout = page.frameLocator("iframe");
  const link = checkout.getByRole("link", { name: "Cancel payment" });
  await expect(checkout.locator("html[data-live]")).toBeAttached();
  await waitUntilDrawn(checkout);
  await link.hover();
  await page.mouse.down();
  script.release();
  await expect
    .poll(() => page.locator("bankside-checkout").evaluate((element) => !!element.shadowRoot))
    .toBe(true);
  await settle(page);
  await page.mouse.up();
  await expect(checkout.getByRole("heading", { name: "Cancel this payment?" })).toBeVisible();
});

test("a frame asks for its new height after the click", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const heard = await openShop(page, SHOP, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.goto(`${SHOP}/cart`);
  await waitUntilDrawn(page.frameLocator("iframe"));
  const heights = () => heard.events.filter(({ type }) => type === "resize").length;
  await expect.poll(heights).toBeGreaterThan(0);
  const known = heights();
  await heading(page).hover();
  await page.mouse.down();
  await heading(page).evaluate((title) => {
    title.style.marginTop = "500px";
  });
  await settle(page);
  expect(heights()).toBe(known);
  await page.mouse.up();
  await expect.poll(heights).toBeGreaterThan(known);
});

test("a pressed link is followed although the page was about to return to the shop", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create(RETURN);
  await openShop(page, SHOP, {});
  await page.clock.install();
  await page.goto(redirectUrl);
  await merchant.drive(id, "approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).hover();
  await page.mouse.down();
  await page.clock.runFor(3_000);
  await settle(page);
  await page.mouse.up();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
});
