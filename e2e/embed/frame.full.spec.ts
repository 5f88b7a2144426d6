import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag } from "./shop.ts";

test("another order replaces the first, without its outcome", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const [first, second] = [await merchant.create(RETURN), await merchant.create(RETURN)];
  const html = `<bankside-checkout redirect-url="${first.redirectUrl}" frame-title="Our till">
      <iframe src="${first.redirectUrl}" style="height: 700px"></iframe></bankside-checkout>${scriptTag()}<script>
    document.querySelector("bankside-checkout").addEventListener("bankside:outcome", (event) => {
      event.preventDefault();
      tell({ type: "outcome", reference: event.detail.reference });
    });
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(page.locator("iframe")).toHaveAttribute("title", "Our till");
  await merchant.drive(first.id, "approve");
  await expect.poll(() => heard.events).toHaveLength(1);
  const reload = page.waitForResponse((response) => response.url().includes(first.reference));
  await page.frames()[1]?.evaluate(() => location.reload());
  await reload;
  const told = () => heard.raw.filter(({ type }) => type === "outcome");
  const pages = () => new Set(told().map(({ page: document }) => document)).size;
  await expect.poll(pages, "the document after it tells it too").toBe(2);
  const element = page.locator("bankside-checkout");
  await element.evaluate((host, url) => host.setAttribute("redirect-url", url), second.redirectUrl);
  await expect(heading(page)).toHaveText("Scan with your phone");
  await expect(page.locator("iframe")).toHaveAttribute("src", new RegExp(second.reference));
  await merchant.drive(second.id, "approve");
  await expect.poll(() => heard.events.length).toBe(2);
  expect(heard.events.map(({ reference }) => reference)).toEqual([
    first.reference,
    second.reference,
  ]);
});

test("the frame uses the language of the page around it", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `<div lang="nb">${scriptTag()}${mountScript(redirectUrl, 'display: "dialog"')}</div>`;
  await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(page.getByRole("button", { name: "Luk" })).toBeVisible();
  await expect(page.locator("dialog")).toHaveAttribute("lang", "da");
  await expect(page.frameLocator("iframe").locator("html")).toHaveAttribute("lang", /^da/);
});
