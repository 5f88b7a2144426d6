import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone, verifyByCode } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { expectLight, weighCold } from "../kit/weight.ts";

test("the checkout keeps its budget", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create({ successUrl: "https://shop.example/" });
  const phone = await weighCold(page, redirectUrl, "Pixel 7");
  expectLight("ready on a phone", phone);
  const question = await weighCold(page, `${redirectUrl}&confirm=cancel`);
  expectLight("cancel?", question);
  await merchant.drive(id, "accept");
  expectLight("processing", await weighCold(page, redirectUrl));
});

test("the payer's pages keep their budget", async ({ request, browser }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const order = `${servers().app.url}/pay/${reference}`;
  const phone = await takePhone(browser);
  // The first browser holds the device lock. The others use its cookies.
  await phone.goto(order);
  await expect(phone.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  expectLight("verify", await weighCold(phone, phone.url(), "Pixel 7"));
  await verifyByCode(phone);
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  expectLight("bank", await weighCold(phone, phone.url(), "Pixel 7"));
  const result = await weighCold(phone, `${order}/result`, "Pixel 7");
  expectLight("result", result);
  await phone.context().close();
});
