import { type APIRequestContext, expect, type Page } from "playwright/test";
import { openMerchant } from "../states/own-merchant.ts";

export const SHOP = "https://books.example";

export const GOING = "Taking you back to";

/** The outcome is shown for `seconds`. */
export async function anOrder(request: APIRequestContext, seconds: number) {
  const { server } = await openMerchant({ request }, { returnDelay: seconds });
  const order = await server.create({
    successUrl: `${SHOP}/thanks`,
    failureUrl: `${SHOP}/sorry`,
  });
  return { server, ...order };
}

/** Every page is `body`. Returns the requested paths. */
export async function openShop(page: Page, body: string): Promise<string[]> {
  const visited: string[] = [];
  await page.route(`${SHOP}/**`, (route) => {
    const isPage = route.request().resourceType() === "document";
    if (isPage) visited.push(new URL(route.request().url()).pathname);
    const html = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`;
    return route.fulfill({ contentType: "text/html", body: html });
  });
  return visited;
}

export const paid = (page: Page) => page.getByRole("heading", { level: 1, name: "Paid" });

/** A shop that redirects back gets the shopper only once. */
export async function expectMetOnce(
  page: Page,
  request: APIRequestContext,
  seconds: number,
): Promise<void> {
  const { server, id, redirectUrl } = await anOrder(request, seconds);
  const visited = await openShop(
    page,
    `<meta http-equiv="refresh" content="0;url=${redirectUrl}">`,
  );
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
}
