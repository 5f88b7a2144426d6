import { expect, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";

test("an unknown reference is a plain 404 page that nobody may frame", async ({ request }) => {
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
  const altered = new URL(link ?? "");
  const [kid, payload = "", signature] = (altered.searchParams.get("o") ?? "").split(".");
  const cheaper = Buffer.from(payload, "base64url").toString().replace("1250", "1");
  altered.searchParams.set(
    "o",
    [kid, Buffer.from(cheaper).toString("base64url"), signature].join("."),
  );
  await page.goto(altered.href);
  await expect(page.getByRole("heading", { name: "This code is not valid" })).toBeVisible();
  await page.goto(`/pay/${reference}`);
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
});
