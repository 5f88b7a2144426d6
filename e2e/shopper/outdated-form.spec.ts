import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";

test("a form with an unknown field of another build stays at its payment", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference, redirectUrl } = await merchant.create();
  await page.goto(redirectUrl);
  await page.getByRole("link", { name: "Cancel payment" }).click();
  const yes = page.getByRole("button", { name: "Yes, cancel" });
  await yes.evaluate((button) => {
    const field = Object.assign(document.createElement("input"), { name: "former", value: "1" });
    button.closest("form")?.append(field);
  });
  await yes.click();
  await page.waitForURL(/problem=invalid_request/);
  expect(new URL(page.url()).searchParams.get("reference")).toBe(reference);
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("pending");
});
