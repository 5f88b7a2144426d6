import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { openSamples, sample, script } from "./docs.ts";
import { RETURN, typesOf } from "./shop.ts";

test("the documented policy allows the script and the frame, and is sufficient", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  const policy = `default-src 'none'; ${sample("frame-src https").trim()}`;
  const html = script() + sample("<bankside-checkout redirect-url", redirectUrl);
  const heard = await openSamples(page, html, { "Content-Security-Policy": policy });
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  expect(refused).toEqual([]);
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
});
