import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { countFrames, openShop, RETURN, SHOP, THANKS, typesOf } from "./shop.ts";

test("takes over an existing frame at any time, and repeats missed messages", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ ...RETURN, successUrl: `${THANKS}/paid` });
  const html = `<bankside-checkout><iframe title="Pay" src="${redirectUrl}" width="600" height="700"></iframe></bankside-checkout>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.route(`${THANKS}/**`, (route) => route.fulfill({ body: "thanks" }));
  const loads = countFrames(page);
  const refused = page.waitForEvent("console", (message) =>
    /initiate navigation/.test(message.text()),
  );
  await page.goto(`${SHOP}/cart`);
  await merchant.drive(id, "approve");
  await refused;
  await expect.poll(() => typesOf(heard.raw)).toContain("error");
  const before = heard.raw.length;
  // The browser refused the redirect. Now the script loads.
  const shown = loads();
  await page.addScriptTag({ url: `${servers().app.url}/embed.js` });
  await page.waitForURL(/thanks\.example\/paid/);
  // The link that replaced it may change the height.
  const again = heard.raw.slice(before).filter(({ type }) => type !== "resize");
  const known = heard.raw.slice(0, before);
  for (const message of again) expect(known).toContainEqual(message);
  expect(typesOf(again)).toEqual(expect.arrayContaining(["ready", "outcome"]));
  expect(loads(), "the frame was not loaded again").toBe(shown);
});
