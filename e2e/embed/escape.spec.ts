import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { escapeInFrame, openShop, RETURN, SHOP, scriptTag, typesOf } from "./shop.ts";

test("Escape in the frame first closes what is open inside, then the dialog", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `<button id="buy">Pay</button>${scriptTag()}<script>
    document.getElementById("buy").onclick = () => window.checkout ? checkout.open() : window.checkout = Bankside.mount(
      document.body, { redirectUrl: ${JSON.stringify(redirectUrl)}, display: "dialog", onEvent: ({ type }) => tell({ type }) });
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  const buy = page.getByRole("button", { name: "Pay" });
  await buy.click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => typesOf(heard.events)).toContain("ready");

  const checkout = page.frameLocator("iframe");
  const languages = checkout.locator("#languages");
  const current = languages.locator("summary");
  await checkout.getByRole("link", { name: "English" }).click();
  await expect(languages).toHaveAttribute("open");
  await languages.getByRole("link", { name: "Deutsch" }).focus();
  await page.keyboard.press("Escape");
  await expect(languages).not.toHaveAttribute("open");
  await expect(current, "the focus is not lost").toBeFocused();
  await expect(dialog).toBeVisible();
  expect(typesOf(heard.events)).not.toContain("escape");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(buy, "the focus is back").toBeFocused();
  expect(typesOf(heard.events)).toEqual(expect.arrayContaining(["escape", "close"]));

  // The earlier key press must not close the reopened dialog, even if the frame repeats its messages.
  await buy.click();
  await expect(dialog).toBeVisible();
  const told = heard.raw.length;
  await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
    frame.contentWindow?.postMessage({ v: 1, type: "hello" }, "*");
  });
  await expect.poll(() => typesOf(heard.raw.slice(told))).toContain("ready");
  await expect(dialog).toBeVisible();
  await escapeInFrame(page);
  await expect(dialog).toBeHidden();
});
