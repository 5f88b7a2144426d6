import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { servers } from "./servers.ts";
import { openMerchant, putInQuestion } from "./states/own-merchant.ts";

const SHOP = "https://books.example";
const GOING = "You are being taken back to";

/** An order of a merchant who lets the outcome stand for `seconds`. */
async function anOrder(request: APIRequestContext, seconds: number) {
  const { server } = await openMerchant({ request }, seconds);
  const order = await server.create({
    successUrl: `${SHOP}/thanks`,
    failureUrl: `${SHOP}/sorry`,
  });
  return { server, ...order };
}

/** A shop all of whose pages are `body`; answers which were asked for. */
async function openShop(page: Page, body: string): Promise<string[]> {
  const visited: string[] = [];
  await page.route(`${SHOP}/**`, (route) => {
    const isPage = route.request().resourceType() === "document";
    if (isPage) visited.push(new URL(route.request().url()).pathname);
    const html = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`;
    return route.fulfill({ contentType: "text/html", body: html });
  });
  return visited;
}

const leadingTo = (url: string) => `<meta http-equiv="refresh" content="0;url=${url}">`;
const paid = (page: Page) => page.getByRole("heading", { level: 1, name: "Paid" });

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

test("a finished link that was not followed leads to the shop, and opened again it shows the outcome (complaint 5)", async ({
  page,
  browser,
  request,
}) => {
  const { server, id, redirectUrl, externalId } = await anOrder(request, 0);
  await server.drive(id, "approve");
  await openShop(page, "");
  for (const headers of [{ "User-Agent": "WhatsApp/2.23" }, { "Sec-Purpose": "prefetch" }]) {
    const answer = await request.get(redirectUrl, { headers });
    expect(await answer.text(), "nobody looks").not.toContain('http-equiv="refresh"');
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

test("a shop whose every page frames the checkout is met once", async ({ page, request }) => {
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

test("the outcome stands for as long as the account says, with scripts and without", async ({
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

  const { url } = servers().first;
  for (const seconds of [0, 40]) {
    const other = await anOrder(request, seconds);
    await other.server.drive(other.id, "approve");
    const answer = await request.get(`${url}/checkout?reference=${other.reference}`, {
      headers: { "Sec-Fetch-Dest": "document" },
    });
    expect(await answer.text()).toContain(`content="${seconds};url=${SHOP}/thanks`);
  }
});

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
    await phone.goto(`${servers().first.url}/pay/${reference}${step}`);
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
