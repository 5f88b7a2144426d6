import { createHash } from "node:crypto";
import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag, servedScript } from "./shop.ts";

test("a page with a strict policy and a checksum needs no exception", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const { url } = servers().app;
  const integrity = `sha384-${createHash("sha384").update(servedScript()).digest("base64")}`;
  const policy = `default-src 'none'; script-src 'nonce-n' ${url}/embed.js; frame-src ${url}; base-uri 'none'; require-trusted-types-for 'script'`;
  const mount = mountScript(redirectUrl, 'display: "dialog"').replace(
    "<script>",
    '<script nonce="n">',
  );
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|integrity|TrustedHTML/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  await openShop(
    page,
    SHOP,
    { "/cart": scriptTag(`integrity="${integrity}" crossorigin="anonymous"`) + mount },
    { headers: { "Content-Security-Policy": policy } },
  );
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  const radius = await page.locator("dialog").evaluate((element) => getComputedStyle(element));
  expect(radius.borderStartStartRadius, "its style sheet is in force").toBe("14px");
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
  expect(violations).toEqual([]);
});

test("serves the script to other sites, with caching and revalidation", async ({ request }) => {
  const { url } = servers().app;
  for (const path of ["/embed.js", "/embed/v1.js"]) {
    const response = await request.get(`${url}${path}`);
    expect(response.status(), path).toBe(200);
    expect(await response.body()).toEqual(servedScript());
    const { etag = "", ...headers } = response.headers();
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600, must-revalidate",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const again = await request.get(`${url}${path}`, { headers: { "If-None-Match": etag } });
    expect(again.status(), path).toBe(304);
  }
});
