import { type APIRequestContext, expect, test } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { check, frameOf, hostPage, SITE } from "./foreign-site.ts";

test("the frame reports from inside what its sandbox blocks and which pages embed it", async ({
  page,
}) => {
  const { url } = servers().app;
  const probe = `${url}/embed-check/frame`;
  const frame = page.frameLocator("iframe");
  await hostPage(page, frameOf(probe));
  await page.goto(`${SITE}/cart`);
  await expect(frame.getByText("The page keeps its own origin.")).toBeVisible();
  await expect(frame.getByText(`Embedded by, nearest first: ${SITE}.`)).toBeVisible();
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Check with these values" }).click();
  const doctor = await opened;
  await expect(doctor.getByLabel("Address of your page")).toHaveValue(SITE);

  await hostPage(page, frameOf(probe, 'sandbox="allow-scripts"'));
  await page.goto(`${SITE}/cart`);
  await expect(frame.getByText("The sandbox lacks allow-same-origin")).toBeVisible();
  await hostPage(page, frameOf(probe, 'sandbox="allow-same-origin"'));
  await page.goto(`${SITE}/cart`);
  // Playwright finds no text inside <noscript>.
  await expect(frame.locator("noscript p")).toBeVisible();
  await expect(frame.locator("noscript p")).toContainText("its sandbox lacks allow-scripts");
});

test("reports what a proxy adds to the checkout's headers", async ({ page, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(check({ reference: redirectUrl }));
  await expect(page.getByText("Nothing in the checkout’s headers")).toBeVisible();
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

/** From a random network address. */
function askFrom(request: APIRequestContext) {
  const [third, last] = [1, 2].map(() => 1 + Math.floor(Math.random() * 250));
  const headers = { "X-Forwarded-For": `198.18.${third}.${last}` };
  return async (query: Record<string, string>) => {
    const answer = await request.get(check(query), { headers });
    return { answer, status: answer.status(), words: await answer.text() };
  };
}

/** A new minute may restart the count meanwhile. */
async function untilRefused(ask: () => Promise<{ status: number }>, most: number) {
  for (let asked = 0; asked < most; asked++) if ((await ask()).status === 429) return;
  throw new Error("never refused");
}

test("limits guesses of references, and reveals nothing about them", async ({ request }) => {
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

test("limits repeated checks, and names the time to wait", async ({ request, page }) => {
  const ask = askFrom(request);
  expect((await ask({ origin: "hello world" })).words).toContain("a web page address");
  await untilRefused(() => ask({ origin: "hello world" }), 250);
  const { answer, words } = await ask({ origin: SITE });
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
  expect(words).toContain("Try again in a minute.");

  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "198.18.251.7" });
  await untilRefused(async () => {
    const shown = await page.request.get(check({ origin: "x" }), {
      headers: { "X-Forwarded-For": "198.18.251.7" },
    });
    return { status: shown.status() };
  }, 250);
  const shown = await page.goto(check({ origin: "x" }));
  expect(shown?.status()).toBe(429);
  await expect(page.getByRole("heading", { name: "One moment" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto(`${servers().app.url}/embed-check`))?.status()).toBe(200);
});

test.describe("on a narrow phone", () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test("the check is accessible", async ({ page }) => {
    await page.goto(check({ origin: SITE }));
    await expect(page.getByText("Nothing in the checkout’s headers")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${servers().app.url}/embed-check/frame`);
    await expect(page.getByText("This page isn’t in a frame.")).toBeVisible();
    await expectAccessible(page);
  });
});
