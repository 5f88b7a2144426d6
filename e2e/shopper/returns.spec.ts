import { expect, test } from "playwright/test";
import { createMerchantServer, hostShop } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { putInQuestion } from "../states/own-merchant.ts";
import { anOrder, expectMetOnce, GOING, openShop } from "./returning-shop.ts";

test("a shop that redirects to the checkout is opened once", async ({ page, request }) => {
  await expectMetOnce(page, request, 0);
});

test("a payment whose bank contradicts itself does not leave the page, and allows no further attempt", async ({
  page,
  browser,
  request,
}) => {
  const { server, id, reference, redirectUrl } = await anOrder(request, 0);
  const visited = await openShop(page, "");
  await page.goto(redirectUrl);
  await server.drive(id, "decline");
  await expect(page.getByRole("heading", { name: /declined/ })).toBeVisible();
  await putInQuestion(id);
  const phone = await (await browser.newContext()).newPage();
  for (const step of ["", "/verify", "/bank"]) {
    await phone.goto(`${servers().app.url}/pay/${reference}${step}`);
    await expect(phone).toHaveURL(/\/result$/);
    await expect(phone.getByRole("heading", { name: "We’re checking this payment" })).toBeVisible();
  }
  await expect(phone.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(phone.getByRole("link", { name: "Choose another bank" })).toHaveCount(0);
  await expect(phone.getByText("Cancel")).toHaveCount(0);
  await server.cancel(id);
  await expect(phone.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(page.getByText("You haven’t been charged")).toHaveCount(0);
  await expect(page.getByText(GOING)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Return to/ })).toBeVisible();
  expect(visited).toEqual([]);
});

test("a shopper who cancels returns to the cancel URL", async ({ page, request }) => {
  const shop = "https://shop.example";
  await hostShop(page, shop);
  const server = createMerchantServer(request, servers().app);
  const { redirectUrl, externalId } = await server.create({
    failureUrl: `${shop}/sorry`,
    cancelUrl: `${shop}/basket?step=2`,
  });
  await page.goto(`${redirectUrl}&confirm=cancel`);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(page).toHaveURL(`${shop}/basket?step=2&externalId=${externalId}`);
});

test("a shopper may leave while the bank works, and sees the outcome if they stay", async ({
  page,
  request,
}) => {
  const shop = "https://shop.example";
  await hostShop(page, shop);
  const server = createMerchantServer(request, servers().app);
  const { id, redirectUrl, externalId } = await server.create({
    successUrl: `${shop}/thanks`,
    processingUrl: `${shop}/waiting?step=2`,
  });
  await page.goto(redirectUrl);
  await server.drive(id, "accept");
  const back = page.getByRole("link", { name: /Return to/ });
  await expect(back).toHaveAttribute("href", `${shop}/waiting?step=2&externalId=${externalId}`);
  await expect(back).toHaveAttribute("target", "_top");
  await back.click();
  await expect(page).toHaveURL(`${shop}/waiting?step=2&externalId=${externalId}`);

  await page.goto(redirectUrl);
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  await server.drive(id, "settle");
  await expect(page).toHaveURL(`${shop}/thanks?externalId=${externalId}`);
});
