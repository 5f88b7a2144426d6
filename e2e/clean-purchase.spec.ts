import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { chooseBank, decideAtBank, goToPay, takePhone } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

/** Everything that the pages of a browser complain of, whichever frame it is in. */
function listenTo(context: BrowserContext): string[] {
  const heard: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
  };
  context.pages().forEach(listen);
  context.on("page", listen);
  context.on("response", (response) => {
    if (response.status() >= 400) heard.push(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A live stream ends with the page that listens to it.
    if (why !== "net::ERR_ABORTED") heard.push(`${why} ${request.url()}`);
  });
  return heard;
}

for (const display of ["inline", "dialog"]) {
  test(`a purchase leaves nothing in any browser's console (${display})`, async ({
    page,
    browser,
  }) => {
    const shop = listenTo(page.context());
    const { checkout } = await goToPay(page, shopOf(servers().app));
    if (display === "dialog") {
      await page.getByRole("link", { name: "Pay in a dialog over this page" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    }
    const phone = await takePhone(browser);
    const phones = listenTo(phone.context());
    await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
    await chooseBank(phone);
    await decideAtBank(phone, "Approve");
    await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
    await page.waitForURL(/\/sandbox\/shop\/success/);
    await expect(
      page.getByRole("heading", { name: "Thank you, your payment was received" }),
    ).toBeVisible();
    expect({ shop, phones }).toEqual({ shop: [], phones: [] });
  });
}

test("control: a page that complains is heard, in a frame too", async ({ page }) => {
  const heard = listenTo(page.context());
  const { checkout } = await goToPay(page, shopOf(servers().app));
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout?"));
  expect(frame).toBeDefined();
  await frame?.evaluate(async () => {
    // biome-ignore lint/suspicious/noConsole: this is what is listened for
    console.warn("provoked");
    const empty = document.body.appendChild(document.createElement("iframe"));
    empty.contentWindow?.postMessage("x", "https://elsewhere.example");
    await fetch("/checkout/events");
    setTimeout(() => {
      throw new Error("thrown");
    });
  });
  for (const expected of [/^warning: provoked/, /postMessage/, /^404 /, /^error: thrown/]) {
    await expect.poll(() => heard).toContainEqual(expect.stringMatching(expected));
  }
});

test("what browsers and robots ask for by themselves is there", async ({ request }) => {
  const { app, first } = servers();
  const types = { "/favicon.ico": "image/x-icon", "/apple-touch-icon.png": "image/png" };
  for (const [path, type] of Object.entries(types)) {
    const answer = await request.get(app.url + path);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, type]);
  }
  const robots = await request.get(`${app.url}/robots.txt`);
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  expect((await request.get(`${app.url}/.well-known/security.txt`)).status()).toBe(404);
  const named = await request.get(`${first.url}/.well-known/security.txt`);
  expect(await named.text()).toMatch(/^Contact: mailto:security@bankside\.example$/m);
});
