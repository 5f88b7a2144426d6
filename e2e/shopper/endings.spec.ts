import assert from "node:assert/strict";
import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { ORDER } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";

test("an unknown reference is a plain 404 page that no site may frame", async ({ request }) => {
  for (const query of [
    "reference=AAAAAAAAAAAAAAAAAAAAAA",
    "reference=x",
    "",
    "reference=a&reference=b",
  ]) {
    const response = await request.get(`/checkout?${query}`);
    expect(response.status(), query).toBe(404);
    expect(response.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(await response.text(), query).toContain("This payment can’t be shown");
  }
});

test("an altered code is refused before anything is shown", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create();
  await page.goto(redirectUrl);
  const link = await page.getByRole("link", { name: "Pay on this device" }).getAttribute("href");
  assert(link !== null);
  const code = link.replace(/\?.*/, "");
  // The signature comes first, so the last digit belongs to the order.
  const last = Number(code.at(-1));
  const altered = `${code.slice(0, -1)}${last === 0 ? 1 : last - 1}`;
  for (const address of [altered, `/pay/${reference}?o=Zk3vN0q9.W10.MEUCIQ`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "This code is not valid" })).toBeVisible();
  }
  await page.goto(`/pay/${reference}`);
  await expect(page.getByRole("heading", { name: ORDER })).toBeVisible();
});
