import { expect, test } from "playwright/test";
import { bankButton, ORDER } from "../kit/people.ts";
import { APP_SCHEME, servers } from "../kit/servers.ts";
import { comeAlive } from "../kit/weight.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";
import { declineToOpen, shopOnPhone, show } from "../shopper/shop-on-phone.ts";

test("a shopper who returns from an app that did not open sees that, and can try again", async ({
  browser,
}) => {
  const { page, merchant, id } = await shopOnPhone(browser);
  await declineToOpen(page);
  await show(page, "hidden");
  await show(page, "visible");
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeFocused();
  await expect(page).toHaveTitle("Not paid yet");
  await expect(page.getByText("The order was not opened.")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Show QR code instead" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel payment" })).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect((await opened).getByRole("heading", { name: ORDER })).toBeVisible();
  await expect(page.getByText("Your payment is open in another tab or app.")).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("an app with its own scheme is offered first, and the browser beside it, for one order", async ({
  browser,
}) => {
  const { page, merchant, id, reference } = await shopOnPhone(browser, { server: servers().first });
  const app = page.getByRole("link", { name: "Open the app" });
  const web = page.getByRole("link", { name: "Continue in the browser" });
  const order = new URL((await web.getAttribute("href")) ?? "");
  expect(order.origin).toBe(servers().first.url);
  const orderInfo = order.pathname.split("/").at(-1);
  const deepLink = (await app.getAttribute("href")) ?? "";
  expect(deepLink).toBe(`${APP_SCHEME}://pay/${reference}?o=${orderInfo}`);
  // No app handles the scheme: nothing opens or fails.
  await app.click();
  await show(page, "hidden");
  await show(page, "visible");
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeFocused();
  await expect(page.getByText("allow it, or continue in the browser.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", deepLink);
  const opened = page.context().waitForEvent("page");
  await web.click();
  await expect((await opened).getByRole("heading", { name: ORDER })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("the payer's page shows that a return from the bank's app was not confirmed", async ({
  browser,
}) => {
  const { reference } = await shopOnPhone(browser);
  const phone = await takeKnownPhone(browser);
  const left = Promise.withResolvers<void>();
  // The bank's app takes the address, and the page stays.
  await phone.route("**/pay/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    expect(response.status()).toBe(303);
    await route.fulfill({ status: 204 });
    left.resolve();
  });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(bankButton(phone)).toBeVisible();
  // Leaving before scripts run goes unnoticed.
  await comeAlive(phone);
  await bankButton(phone).click();
  await left.promise;
  await show(phone, "hidden");
  await show(phone, "visible");
  await expect(phone.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
  await expect(phone.getByRole("button", { name: "Continue at your bank" })).toBeVisible();
});
