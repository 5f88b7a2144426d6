import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag, typesOf } from "./shop.ts";

test("a page can prevent the default navigation at the outcome (complaint 7)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}"></bankside-checkout><script>
    const element = document.querySelector("bankside-checkout");
    for (const type of ["ready", "outcome"]) element.addEventListener("bankside:" + type, (event) => {
      event.preventDefault();
      tell({ type: event.type, ...event.detail });
    });
  </script>`;
  await page.clock.install();
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => typesOf(heard.events)).toContain("bankside:ready");
  await merchant.drive(id, "approve");
  await expect.poll(() => typesOf(heard.events)).toContain("bankside:outcome");
  // Longer than the frame waits for a response before it redirects by itself.
  await page.clock.runFor(20_000);
  expect(page.url()).toBe(`${SHOP}/cart`);
  await expect(page.frameLocator("iframe").getByText(/Select the button/)).toHaveCount(0);
});

test("without return URLs the page gets the outcome and nothing navigates (complaint 6)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ failureUrl: `${SHOP}/sorry` });
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await merchant.drive(id, "approve");
  await expect
    .poll(() => heard.events)
    .toContainEqual(
      expect.objectContaining({ type: "outcome", status: "succeeded", returnUrl: null }),
    );
  await expect(heading(page)).toHaveText(/^Paid /);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(page.url()).toBe(`${SHOP}/cart`);
});
