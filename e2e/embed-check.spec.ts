import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { expectAccessible } from "./accessible.ts";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";
import { createPayment, openShop } from "./shop-owner.ts";

// Not https: to a server without it, browsers then tell no origin.
const SITE = "http://foreign.example";

/** A merchant's page, with what stands in its body and the headers it comes with. */
async function hostPage(page: Page, body: string, headers: Record<string, string> = {}) {
  await page.unroute(`${SITE}/**`);
  await page.route(`${SITE}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers,
      body: `<!doctype html><html lang="en"><title>Cart</title>${body}`,
    }),
  );
}

const frameOf = (src: string, attributes = "") =>
  `<iframe title="Pay" src="${src}" width="100%" height="800" ${attributes}></iframe>`;

/** The checkout in the page's frame. */
const code = (page: Page) =>
  page.frameLocator("iframe").getByRole("heading", { name: "Scan with your phone" });

function check(known: Record<string, string>): string {
  return `${servers().app.url}/embed-check?${new URLSearchParams(known)}`;
}

const entry = (page: Page, title: string | RegExp) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

test("a site that framed the checkout in vain is listed with its cause, checked, allowed and then shows it", async ({
  page,
  request,
  browser,
}) => {
  const key = await openShop(page);
  const { redirectUrl } = await createPayment(request, key);
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
  // The payment that was tried is known, and so everything is there that can be looked at.
  await expect(doctor.getByLabel("Address of your page")).toHaveValue(SITE);
  const { searchParams } = new URL(redirectUrl);
  const reference = searchParams.get("reference") ?? "";
  await expect(doctor.getByLabel("Reference of a payment")).toHaveValue(reference);
  await expect(entry(doctor, `${SITE} is not registered`)).toBeVisible();
  await doctor.getByRole("link", { name: "Settings → Embedding" }).click();
  await expect(doctor.getByLabel("Address of the site")).toHaveValue(SITE);
  await doctor.close();

  // What a browser claims is no proof: a site like none on the list takes a second press.
  await expect(page.getByText("Claimed by a browser, not proved.")).toBeVisible();
  const allow = page.getByRole("button", { name: "Allow this site" });
  await expect(allow).toBeHidden();
  await page.locator("summary").filter({ hasText: "Allow this site" }).click();
  await expect(page.getByText(`${SITE} is like no site on your list.`)).toBeVisible();
  await allow.click();
  await expect(page.getByRole("listitem").filter({ hasText: SITE })).toBeVisible();
  await expect(page.getByText("No site was refused")).toBeVisible();
  await shopper.goto(`${SITE}/cart`);
  await expect(code(shopper)).toBeVisible();
  await page.goto("/console/settings/audit");
  await expect(page.getByRole("main")).toContainText("embed", { ignoreCase: true });
  await page.goto(check({ reference: redirectUrl, origin: `${SITE}/cart` }));
  await expect(entry(page, `${SITE} is registered`)).toBeVisible();
  await context.close();
});

test("the browser blocks what the doctor says it blocks, and the line it offers mends it", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create({ successUrl: "https://foreign.example/" });
  const { origin } = new URL(redirectUrl);
  const policy = "default-src 'self'; frame-src https://maps.example";
  const shop = await page.context().newPage();
  // A page of our own site could frame nothing: the probe may stand anywhere.
  const probe = frameOf(`${origin}/embed-check/frame`);
  const looksOut = shop.frameLocator("iframe").getByText("Scripts run.");
  await hostPage(shop, probe, { "Content-Security-Policy": policy });
  await shop.goto(`${SITE}/cart`);
  await expect(looksOut).toHaveCount(0);

  await page.goto(check({ origin: SITE, csp: policy }));
  const blocked = entry(page, "Your page’s frame-src forbids the frame");
  await expect(blocked).toBeVisible();
  const line = (await blocked.locator("code").textContent()) ?? "";
  expect(line).toBe(`frame-src https://maps.example ${origin}`);

  await hostPage(shop, probe, { "Content-Security-Policy": `default-src 'self'; ${line}` });
  await shop.goto(`${SITE}/cart`);
  await expect(looksOut).toBeVisible();
  await page.goto(check({ origin: SITE, csp: `default-src 'self'; ${line}` }));
  await expect(entry(page, "Your page’s policy allows the frame")).toBeVisible();

  // An isolated page: refused by the browser, and named.
  const isolated = { "Cross-Origin-Embedder-Policy": "require-corp" };
  await hostPage(shop, probe, isolated);
  await shop.goto(`${SITE}/cart`);
  await page.goto(check({ csp: "Cross-Origin-Embedder-Policy: require-corp" }));
  await expect(entry(page, /isolates itself/)).toBeVisible();
});

test("a frame tells from inside what its sandbox took, and who is around it", async ({ page }) => {
  const { url } = servers().app;
  const probe = `${url}/embed-check/frame`;
  const frame = page.frameLocator("iframe");
  await hostPage(page, frameOf(probe));
  await page.goto(`${SITE}/cart`);
  await expect(frame.getByText("The page keeps its own origin.")).toBeVisible();
  await expect(frame.getByText(`Around it, the nearest first: ${SITE}.`)).toBeVisible();
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Check with these values" }).click();
  const doctor = await opened;
  await expect(doctor.getByLabel("Address of your page")).toHaveValue(SITE);

  await hostPage(page, frameOf(probe, 'sandbox="allow-scripts"'));
  await page.goto(`${SITE}/cart`);
  await expect(frame.getByText("The sandbox lacks allow-same-origin")).toBeVisible();
  await hostPage(page, frameOf(probe, 'sandbox="allow-same-origin"'));
  await page.goto(`${SITE}/cart`);
  // Playwright never looks for words inside of <noscript>.
  await expect(frame.locator("noscript p")).toBeVisible();
  await expect(frame.locator("noscript p")).toContainText("its sandbox lacks allow-scripts");
});

test("what a proxy adds to the checkout's headers is noticed", async ({ page, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(check({ reference: redirectUrl }));
  await expect(page.getByText("Nothing is added to the checkout’s headers")).toBeVisible();
  await page.route(redirectUrl, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), "x-frame-options": "SAMEORIGIN" },
    });
  });
  await page.reload();
  await expect(page.getByText("adds “X-Frame-Options: SAMEORIGIN”")).toBeVisible();
});

/** Asks as somebody on a network of their own; tells the answer's status and words. */
function askFrom(request: APIRequestContext) {
  const [third, last] = [1, 2].map(() => 1 + Math.floor(Math.random() * 250));
  const headers = { "X-Forwarded-For": `198.18.${third}.${last}` };
  return async (query: Record<string, string>) => {
    const answer = await request.get(check(query), { headers });
    return { answer, status: answer.status(), words: await answer.text() };
  };
}

/** Asks until it is refused; a minute may end meanwhile, and counting begins anew. */
async function untilRefused(ask: () => Promise<{ status: number }>, most: number) {
  for (let asked = 0; asked < most; asked++) if ((await ask()).status === 429) return;
  throw new Error("never refused");
}

test("whoever guesses references learns nothing, and soon is told nothing at all", async ({
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  const ask = askFrom(request);
  const known = { reference: redirectUrl, origin: SITE };
  const nobody = { reference: "A".repeat(22), origin: SITE };
  expect((await ask(known)).words).toContain("is not registered");
  const first = await ask(nobody);
  expect(first.words).toContain("No payment has this reference");
  expect(first.words).not.toContain("is not registered");
  await untilRefused(() => ask(nobody), 130);
  const { status, words } = await ask(known);
  expect(status).toBe(429);
  expect(words).not.toMatch(/is not registered|can be paid/);
});

test("whoever keeps checking is told nothing for a while, whatever is asked, and when to come again", async ({
  request,
  page,
}) => {
  const ask = askFrom(request);
  expect((await ask({ csp: "hello world" })).words).toContain("No Content-Security-Policy");
  await untilRefused(() => ask({ csp: "hello world" }), 250);
  const { answer, words } = await ask({ origin: SITE });
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
  expect(words).toContain("Please wait a minute, then try again.");

  // A browser shows it as a page, with a way to ask again.
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "198.18.251.7" });
  await untilRefused(async () => {
    const shown = await page.request.get(check({ csp: "x" }), {
      headers: { "X-Forwarded-For": "198.18.251.7" },
    });
    return { status: shown.status() };
  }, 250);
  const shown = await page.goto(check({ csp: "x" }));
  expect(shown?.status()).toBe(429);
  await expect(page.getByRole("heading", { name: "One moment" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  // The form alone asks nothing.
  expect((await page.goto(`${servers().app.url}/embed-check`))?.status()).toBe(200);
});

test("the check is counted however its address is spelled", async ({ request }) => {
  const { url } = servers().app;
  const plain = await request.get(`${url}/embed-check?csp=x`);
  expect(await plain.text()).toContain("What we found");
  for (const path of ["/embed%2Dcheck", "/%65mbed-check", "/embed-check/", "//embed-check"]) {
    const answer = await request.get(`${url}${path}?csp=x`, { maxRedirects: 0 });
    expect(await answer.text(), path).not.toContain("What we found");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the check works, and everybody can read it", async ({ page, request }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { redirectUrl, id } = await merchant.create();
    await page.goto(`${servers().app.url}/embed-check`);
    await page.getByLabel("Reference of a payment").fill(redirectUrl);
    await page.getByLabel("Address of your page").fill("https://foreign.example/cart");
    await page.getByLabel("Headers of your page").fill("script-src 'self'");
    await page.getByLabel("Your frame").fill('<iframe sandbox="allow-scripts allow-forms">');
    await page.getByRole("button", { name: "Check" }).click();
    await expect(entry(page, "https://foreign.example is not registered")).toBeVisible();
    await expect(entry(page, "Your page’s script-src forbids the script")).toBeVisible();
    await expect(entry(page, "The sandbox lacks allow-same-origin")).toBeVisible();
    const unlent = entry(page, "The frame’s allow does not name clipboard-write, web-share");
    await expect(unlent.getByRole("img", { name: "Note" })).toBeVisible();
    await expect(unlent.locator("code")).toHaveText('allow="clipboard-write; web-share"');
    await expect(page.getByText("problems in what you told.")).toBeVisible();
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("noscript p")).toContainText("this page can’t look by itself");
    await merchant.drive(id, "approve");
    await page.reload();
    await expect(entry(page, "This payment is finished")).toBeVisible();
  });
});

test.describe("on a narrow phone", () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test("the check can be read by everybody", async ({ page }) => {
    await page.goto(check({ origin: SITE, csp: "frame-src 'none'", sandbox: "allow-scripts" }));
    await expect(page.getByText("Nothing is added to the checkout’s headers")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${servers().app.url}/embed-check/frame`);
    await expect(page.getByText("This page is not in a frame now.")).toBeVisible();
    await expectAccessible(page);
  });
});
