import { expect, test } from "playwright/test";
import { createMerchantServer, hostShop } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { letExpire } from "../states/own-merchant.ts";

const SHOP = "https://books.example";

const OTHER = "https://thanks.example";

test("an open checkout shows the expiry, and leads to the failure URL", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, externalId } = await merchant.create({
    successUrl: `${SHOP}/thanks`,
    failureUrl: `${SHOP}/sorry?from=checkout#top`,
  });
  await hostShop(page, SHOP);
  await page.goto(redirectUrl);
  await expect(page.getByText(/Expires in \d+:\d\d|\d+:\d\d left/)).toBeVisible();
  await letExpire(id);
  await expect(page.getByRole("heading", { name: "This payment has expired" })).toBeFocused();
  await expect(page).toHaveTitle("Expired");
  await page.waitForURL(`${SHOP}/sorry?from=checkout&externalId=${externalId}#top`);
  expect(await merchant.read(id)).toEqual({ status: "failed", failureReason: "expired" });
});

test("a frame shows a link if the browser refuses to leave for another site", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, externalId } = await merchant.create({
    successUrl: `${OTHER}/thanks`,
    failureUrl: `${SHOP}/sorry`,
  });
  await hostShop(page, SHOP, {
    "/cart": `<!doctype html><html lang="en"><title>Cart</title><iframe title="Pay" src="${redirectUrl}" width="100%" height="800"></iframe>`,
  });
  await hostShop(page, OTHER);
  // A test's action inside the frame counts as a click, so none happens before the refusal.
  const refused = page.waitForEvent("console", (message) =>
    /initiate navigation/.test(message.text()),
  );
  await page.goto(`${SHOP}/cart`);
  await merchant.drive(id, "approve");
  await refused;
  const checkout = page.frameLocator("iframe");
  await expect(checkout.getByText("Select the button to return to the shop.")).toBeVisible();
  expect(page.url()).toBe(`${SHOP}/cart`);
  await checkout.getByRole("link", { name: /Return to/ }).click();
  await page.waitForURL(`${OTHER}/thanks?externalId=${externalId}`);
});

test("a site the merchant did not register can't frame the checkout", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create({ successUrl: `${SHOP}/thanks` });
  const html = `<!doctype html><html lang="en"><title>x</title><iframe title="Pay" src="${redirectUrl}"></iframe>`;
  for (const [origin, isAllowed] of [
    [SHOP, true],
    ["https://evil.example", false],
  ] as const) {
    await hostShop(page, origin, { "/cart": html });
    await page.goto(`${origin}/cart`);
    const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
    if (isAllowed) await expect(heading).toBeVisible();
    else await expect(heading).toHaveCount(0);
  }
});

test("the frame sends the outcome to a registered parent", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, reference } = await merchant.create({ successUrl: `${SHOP}/thanks` });
  // This page handles the outcome, so the checkout does not navigate.
  const listener = `<script>
    window.heard = [];
    addEventListener("message", ({ data, source, origin }) => {
      window.heard.push({ data, origin });
      if (data.type === "outcome") source.postMessage({ v: 1, type: "ack", seq: data.seq }, origin);
    });
  </script>`;
  await hostShop(page, SHOP, {
    "/cart": `<!doctype html><html lang="en"><title>Cart</title>${listener}<iframe title="Pay" src="${redirectUrl}" width="100%" height="800"></iframe>`,
  });
  await page.goto(`${SHOP}/cart`);
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Scan with your phone" }),
  ).toBeVisible();
  await merchant.drive(id, "approve");
  const outcome = await page.waitForFunction(() =>
    Reflect.get(window, "heard").find(
      ({ data }: { data: { type: string } }) => data.type === "outcome",
    ),
  );
  expect(await outcome.jsonValue()).toMatchObject({
    origin: servers().app.url,
    data: { v: 1, type: "outcome", status: "succeeded", reference },
  });
  expect(page.url()).toBe(`${SHOP}/cart`);
});

test("the page polls if event streams are blocked", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  let blocked = 0;
  await page.route("**/checkout/events**", (route) => {
    if (route.request().resourceType() !== "eventsource") return route.continue();
    blocked++;
    return route.abort();
  });
  await page.goto(redirectUrl);
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  await merchant.drive(id, "settle");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(blocked).toBeGreaterThan(0);
});
