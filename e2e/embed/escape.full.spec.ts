import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import {
  escapeInFrame,
  heading,
  mountScript,
  openShop,
  RETURN,
  SHOP,
  scriptTag,
  typesOf,
} from "./shop.ts";

test("Escape in the frame closes nothing while the bank confirms", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  for (let press = 0; press < 3; press++) await escapeInFrame(page);
  await expect(page.getByText(/^Your bank is confirming\. You’ve approved/)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(typesOf(heard.events)).not.toContain("close");
  await merchant.drive(id, "settle");
  await expect(heading(page)).toHaveText(/^Paid /);
  // After the outcome, closing means continuing.
  await escapeInFrame(page);
  await page.waitForURL(/\/thanks/);
});

test("Escape in an inline frame does nothing", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const heard = await openShop(page, SHOP, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.goto(`${SHOP}/cart`);
  await expect.poll(() => typesOf(heard.events)).toContain("ready");
  await escapeInFrame(page);
  await expect.poll(() => typesOf(heard.events), "the shop may use it").toContain("escape");
  await expect(heading(page)).toBeVisible();
  expect(typesOf(heard.events)).not.toContain("close");
});
