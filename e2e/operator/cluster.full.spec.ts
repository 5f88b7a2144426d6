import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { goToPay, payByPhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";

test("an outcome through one server appears live on the other", async ({ page, request }) => {
  const { app, first } = servers();
  const merchant = createMerchantServer(request, app);
  const { id, reference } = await merchant.create();
  const polls: string[] = [];
  page.on("request", (sent) => {
    const isPoll = sent.url().includes("/checkout/events") && sent.resourceType() !== "eventsource";
    if (isPoll) polls.push(sent.url());
  });
  await page.goto(`${first.url}/checkout?reference=${reference}`);
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  await merchant.drive(id, "settle");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(polls, "the stream told it, not the fallback").toEqual([]);
});

test("a separate worker delivers the webhooks of two servers", async ({ page, browser }) => {
  const purchase = await goToPay(page, shopOf(servers().first));
  await payByPhone(browser, purchase);
});
