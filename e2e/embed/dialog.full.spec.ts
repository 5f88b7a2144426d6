import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag } from "./shop.ts";

test("a payment that fails behind a closed dialog redirects no one", async ({
  page,
  request,
  context,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const other = await context.newPage();
  await other.goto(redirectUrl);
  await other.getByRole("link", { name: "Cancel payment" }).click();
  await other.getByRole("button", { name: "Yes, cancel" }).click();
  await expect
    .poll(() => heard.events)
    .toContainEqual(expect.objectContaining({ type: "outcome", status: "failed", reference }));
  await page.evaluate("checkout.open()");
  await expect(heading(page)).toContainText("cancelled");
  expect(page.url()).toBe(`${SHOP}/cart`);
});

test("a dialog that can't show, or is removed, never blocks the page", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  await openShop(page, SHOP, { "/cart": scriptTag() });
  await page.goto(`${SHOP}/cart`);
  const style = () => page.evaluate(() => document.body.getAttribute("style") ?? "");
  await page.evaluate((url) => {
    const { mount } = Reflect.get(window, "Bankside");
    const apart = document.createElement("div");
    const handle = mount(apart, { redirectUrl: url, display: "dialog" });
    handle.open();
    handle.destroy();
    handle.open();
  }, redirectUrl);
  expect(await style()).toBe("");
  const refused = await page.evaluate((url) => {
    const { prototype } = HTMLDialogElement;
    const { showModal } = prototype;
    prototype.showModal = () => {
      throw new Error("no dialogs here");
    };
    try {
      Reflect.get(window, "Bankside").mount(document.body, { redirectUrl: url, display: "dialog" });
      return "";
    } catch (error) {
      return String(error);
    } finally {
      prototype.showModal = showModal;
    }
  }, redirectUrl);
  expect(refused).toContain("no dialogs here");
  expect(await style()).toBe("");
  await page.evaluate((url) => {
    const container = document.body.appendChild(document.createElement("div"));
    container.id = "view";
    Reflect.get(window, "Bankside").mount(container, { redirectUrl: url, display: "dialog" });
  }, redirectUrl);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await style()).toContain("fixed");
  await page.locator("#view").evaluate((container) => container.remove());
  await expect.poll(style).toBe("");
});
