import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { countFrames, heading, openShop, RETURN, SHOP, scriptTag, typesOf } from "./shop.ts";

test("an attribute set while the page loads does not load a second frame", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}">
    <script>document.currentScript.parentElement.setAttribute("display", "inline")</script>
    <iframe title="Pay" src="${redirectUrl}"></iframe></bankside-checkout>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  const loads = countFrames(page);
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page, "iframe[title=Pay]")).toBeVisible();
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  await expect(page.locator("iframe")).toHaveCount(1);
  expect(loads()).toBe(1);
});

test("an element before the script loads one frame with all its attributes", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `<bankside-checkout redirect-url="${redirectUrl}" lang="de" display="inline"></bankside-checkout>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  const loads = countFrames(page);
  await page.goto(`${SHOP}/cart`);
  await page.addScriptTag({ url: `${servers().app.url}/embed.js` });
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  expect(loads()).toBe(1);
});

test("a frame that was taken over is left unchanged", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}">
      <iframe title="Pay" src="${redirectUrl}" style="height: 300px; opacity: 0.9"></iframe></bankside-checkout>`;
  await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  const frame = page.locator("iframe");
  const height = async () => (await frame.boundingBox())?.height ?? 0;
  await expect.poll(height, "it follows its page").toBeGreaterThan(500);
  await page.locator("bankside-checkout").evaluate((element) => {
    element.replaceWith(...element.children);
  });
  const style = await frame.evaluate(({ style: { cssText } }: HTMLIFrameElement) => cssText);
  expect(style).toBe("height: 300px; opacity: 0.9;");
});

test("a frame with a border has the height of its page inside it", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const style = "width: 400px; height: 300px; border: 12px solid; box-sizing: border-box";
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}">
      <iframe title="Pay" src="${redirectUrl}" style="${style}"></iframe></bankside-checkout>`;
  await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  const frame = page.locator("iframe");
  const needed = () =>
    page
      .frameLocator("iframe")
      .locator("body")
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
  const missing = async () =>
    (await needed()) - (await frame.evaluate(({ clientHeight }) => clientHeight));
  await expect(heading(page)).toBeVisible();
  await expect.poll(missing).toBe(0);
});
