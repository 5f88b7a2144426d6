import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { takeKnownPhone } from "./known-payer.ts";

const STEPS = [
  ["the order", "", takeKnownPhone],
  ["the e-mail address", "/verify", takePhone],
  ["the banks", "/bank", takeKnownPhone],
] as const;

for (const [name, step, take] of STEPS) {
  test(`a payer at ${name} sees live that the payment was cancelled`, async ({
    browser,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { id, reference } = await merchant.create();
    const phone = await take(browser);
    const order = `${servers().app.url}/pay/${reference}`;
    await phone.goto(order);
    await phone.goto(`${order}${step}`);
    await expect(phone).toHaveURL(`${order}${step}`);
    await merchant.cancel(id);
    await expect(phone).toHaveURL(/\/result/, { timeout: 3_000 });
  });
}
