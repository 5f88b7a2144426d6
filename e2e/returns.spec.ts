import { expect, test } from "playwright/test";
import { anOrder, GOING, openShop, paid } from "./returning-shop.ts";
import { servers } from "./servers.ts";
import { putInQuestion } from "./states/own-merchant.ts";

const leadingTo = (url: string) => `<meta http-equiv="refresh" content="0;url=${url}">`;

for (const seconds of [0, 1]) {
  test(`a shop that leads back to the checkout is met once, after ${seconds} s`, async ({
    page,
    request,
  }) => {
    const { server, id, redirectUrl } = await anOrder(request, seconds);
    const visited = await openShop(page, leadingTo(redirectUrl));
    await page.goto(redirectUrl);
    await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
    await server.drive(id, "approve");
    await expect.poll(() => visited).toEqual(["/thanks"]);
    await page.waitForURL(redirectUrl);
    await expect(paid(page)).toBeVisible();
    await expect(page.getByText(GOING)).toHaveCount(0);
    const link = page.getByRole("link", { name: /Return to/ });
    await expect(link).toBeVisible();
    await link.click();
    await expect.poll(() => visited).toEqual(["/thanks", "/thanks"]);
    await page.waitForURL(redirectUrl);
    await expect(paid(page)).toBeVisible();
    await expect(page.getByText(GOING)).toHaveCount(0);
    expect(visited).toHaveLength(2);
  });
}

test("a payment whose bank contradicts itself leads nobody away, and begins no further try", async ({
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
  for (const step of ["", "/verify", "/bank", "/review?bank=sandbox"]) {
    await phone.goto(`${servers().app.url}/pay/${reference}${step}`);
    await expect(phone).toHaveURL(/\/result$/);
    await expect(
      phone.getByRole("heading", { name: "We are looking into this payment" }),
    ).toBeVisible();
  }
  for (const name of ["Try again", "Choose another bank", "Choose your bank"]) {
    await expect(phone.getByRole("link", { name })).toHaveCount(0);
  }
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await expect(phone.getByRole("heading", { name: "Cancel this payment?" })).toBeVisible();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(phone.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(page.getByText("Nothing was paid")).toHaveCount(0);
  await expect(page.getByText(GOING)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Return to/ })).toBeVisible();
  expect(visited).toEqual([]);
});
