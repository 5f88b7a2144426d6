import { expect, test } from "playwright/test";
import { servers } from "../kit/servers.ts";
import { anOrder, expectMetOnce, GOING, openShop, paid, SHOP } from "./returning-shop.ts";

test("the first visit of a finished checkout leads to the shop, and later ones show the outcome (complaint 5)", async ({
  page,
  browser,
  request,
}) => {
  const { server, id, redirectUrl, externalId } = await anOrder(request, 0);
  await server.drive(id, "approve");
  await openShop(page, "");
  for (const headers of [{ "User-Agent": "WhatsApp/2.23" }, { "Sec-Purpose": "prefetch" }]) {
    const response = await request.get(redirectUrl, { headers });
    expect(await response.text(), "nobody looks").not.toContain('http-equiv="refresh"');
  }
  await page.goto(redirectUrl);
  await page.waitForURL(`${SHOP}/thanks?externalId=${externalId}`);
  const again = await (await browser.newContext()).newPage();
  const visited = await openShop(again, "");
  await again.goto(redirectUrl);
  await expect(paid(again)).toBeVisible();
  await expect(again.getByText(GOING)).toHaveCount(0);
  await expect(again.getByRole("link", { name: /Return to/ })).toBeVisible();
  expect(visited).toEqual([]);
});

test("a shop whose every page frames the checkout is opened once", async ({ page, request }) => {
  const { server, id, redirectUrl } = await anOrder(request, 0);
  const frame = `<iframe title="Pay" src="${redirectUrl}" width="100%" height="800"></iframe>`;
  const visited = await openShop(page, frame);
  await page.goto(`${SHOP}/cart`);
  const checkout = page.frameLocator("iframe");
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await server.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
  await expect(checkout.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(checkout.getByText(GOING)).toHaveCount(0);
  await expect(checkout.getByRole("link", { name: /Return to/ })).toHaveAttribute("target", "_top");
  expect(visited).toEqual(["/cart", "/thanks"]);
});

test("the outcome shows for as long as the account has set, with and without scripts", async ({
  page,
  request,
}) => {
  const { server, id, redirectUrl } = await anOrder(request, 40);
  const visited = await openShop(page, "");
  await page.clock.install();
  await page.goto(redirectUrl);
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await server.drive(id, "approve");
  await expect(page.getByText(GOING)).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(paid(page)).toBeVisible();
  expect(visited).toEqual([]);
  await page.clock.fastForward(20_000);
  await page.waitForURL(/\/thanks/);

  const { url } = servers().app;
  for (const seconds of [0, 40]) {
    const other = await anOrder(request, seconds);
    await other.server.drive(other.id, "approve");
    const response = await request.get(`${url}/checkout?reference=${other.reference}`, {
      headers: { "Sec-Fetch-Dest": "document" },
    });
    expect(await response.text()).toContain(`content="${seconds};url=${SHOP}/thanks`);
  }
});

test("a shop that redirects to the checkout is opened once, after a second", async ({
  page,
  request,
}) => {
  await expectMetOnce(page, request, 1);
});
