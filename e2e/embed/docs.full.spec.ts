import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { DOCS, openSamples, sample, script } from "./docs.ts";
import { heading, openShop, RETURN, SHOP, servedScript, THANKS, typesOf } from "./shop.ts";

test("the documented element shows the checkout with and without the script", async ({
  page,
  context,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const element = sample("<bankside-checkout redirect-url", redirectUrl);
  const end = sample("showThanks(event.detail.status)");
  const own = `<script>
    const element = document.querySelector("bankside-checkout");
    const showThanks = (status) => tell({ type: "thanks", status });
    ${end}</script>`;
  const heard = await openSamples(page, script() + element + own);
  const frame = page.getByTitle("Pay by bank");
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThanOrEqual(760);
  await merchant.drive(id, "approve");
  const thanks = { type: "thanks", status: "succeeded" };
  await expect.poll(() => heard.events as unknown[]).toContainEqual(thanks);
  expect(page.url(), "the default was prevented").toBe(`${SHOP}/cart`);

  const plain = await context.newPage();
  const unpaid = await merchant.create(RETURN);
  await openSamples(plain, sample("<bankside-checkout redirect-url", unpaid.redirectUrl));
  await expect(heading(plain)).toHaveText("Scan with your phone");
});

test("the sample on the script's own page shows the checkout", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = sample("<bankside-checkout redirect-url", redirectUrl, "sdk/embed/README.md");
  const heard = await openSamples(page, html);
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
});

test("the documented dialog opens, reopens, and links to the payment without the script", async ({
  page,
  context,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `${script()}<button id="payButton">Pay</button><script>
    const redirectUrl = ${JSON.stringify(redirectUrl)};
    ${sample("payButton.onclick")}</script>`;
  await openSamples(page, html);
  const pay = page.getByRole("button", { name: "Pay" });
  const dialog = page.getByRole("dialog");
  for (let time = 0; time < 2; time++) {
    await pay.click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.locator("iframe")).toHaveCount(1);

  const early = await context.newPage();
  await early.route("**/embed.js", (route) => route.abort());
  await openSamples(early, html);
  await early.getByRole("button", { name: "Pay" }).click();
  await early.waitForURL(redirectUrl);
});

test("the documented module and script with checksum define the element", async ({
  page,
  context,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const [first, second] = [await merchant.create(RETURN), await merchant.create(RETURN)];
  const [, module = ""] = /`(import "https[^`]*)`/.exec(readFileSync(DOCS, "utf8")) ?? [];
  const imported = module.replace("https://pay.example", servers().app.url);
  const element = (url: string) => `<bankside-checkout redirect-url="${url}"></bankside-checkout>`;
  const heard = await openSamples(
    page,
    `<script type="module">${imported}</script>${element(first.redirectUrl)}`,
  );
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");

  const own = await context.newPage();
  const checksum = createHash("sha384").update(servedScript()).digest("base64");
  const tag = sample("integrity=").replace("sha384-…", `sha384-${checksum}`);
  const heardOwn = await openShop(own, SHOP, { "/cart": tag + element(second.redirectUrl) });
  await own.route(`${SHOP}/embed.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: servedScript() }),
  );
  await own.goto(`${SHOP}/cart`);
  await expect.poll(() => typesOf(heardOwn.raw)).toContain("ready");
});

test("the documented sandbox flags suffice, also on the way back", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ ...RETURN, successUrl: `${THANKS}/paid` });
  await page.route(`${THANKS}/**`, (route) => route.fulfill({ body: "thanks" }));
  const [, flags = ""] = /`(allow-scripts [^`]*)`/.exec(readFileSync(DOCS, "utf8")) ?? [];
  const frame = `<iframe src="${redirectUrl}" sandbox="${flags}" height="900"></iframe>`;
  // Without our script, the frame redirects after a click.
  await openSamples(page, frame);
  await expect(heading(page)).toBeVisible();
  await heading(page).click();
  await merchant.drive(id, "approve");
  await page.waitForURL(/thanks\.example\/paid/);
});

test("a page without our script follows the checkout with the documented lines", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ ...RETURN, successUrl: `${THANKS}/paid` });
  await page.route(`${THANKS}/**`, (route) => route.fulfill({ body: "thanks" }));
  const frame = `<iframe src="${redirectUrl}" width="360" height="100"></iframe>`;
  await openSamples(page, `${frame}<script>${sample('say("ack")')}</script>`);
  await expect
    .poll(async () => (await page.locator("iframe").boundingBox())?.height)
    .toBeGreaterThan(500);
  await merchant.drive(id, "approve");
  // This frame may not redirect by itself.
  await page.waitForURL(/thanks\.example\/paid/);
});
