import { expect, test } from "playwright/test";
import { preparedExamples } from "../../scripts/examples.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { reactShop } from "./react-shop.ts";
import { countFrames, heading, openShop, RETURN, SHOP, typesOf } from "./shop.ts";

const react18 = preparedExamples()?.react18;
const FOLDERS = {
  "React 19": "node_modules",
  ...(react18 && { "React 18": `${react18}/node_modules` }),
};

for (const [react, folder] of Object.entries(FOLDERS)) {
  test(`${react} in Strict Mode loads the checkout once, and the newest function gets the outcome once`, async ({
    page,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { redirectUrl, id } = await merchant.create(RETURN);
    const heard = await openShop(page, SHOP, { "/cart": await reactShop(redirectUrl, folder) });
    const loads = countFrames(page);
    await page.goto(`${SHOP}/cart`);
    await expect.poll(() => typesOf(heard.events)).toContain("ready");
    await page.getByRole("button", { name: "Render" }).click();
    await expect(heading(page)).toBeVisible();
    await merchant.drive(id, "approve");
    await expect.poll(() => typesOf(heard.events)).toContain("outcome");
    const outcomes = heard.events.filter(({ type }) => type === "outcome");
    expect(outcomes).toEqual([{ type: "outcome", status: "succeeded", renders: 2 }]);
    expect(loads()).toBe(1);
    expect(typesOf(heard.events)).not.toContain("hydration");
    expect(page.url(), "the page prevented the default").toBe(`${SHOP}/cart`);
  });
}

test("a React page that removes the checkout and shows it again gets events", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const heard = await openShop(page, SHOP, { "/cart": await reactShop(redirectUrl) });
  await page.goto(`${SHOP}/cart`);
  await expect.poll(() => typesOf(heard.events)).toContain("ready");
  await page.getByRole("button", { name: "Show or hide" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  heard.events.length = 0;
  await page.getByRole("button", { name: "Show or hide" }).click();
  await expect.poll(() => typesOf(heard.events)).toContain("ready");
});
