import { type Browser, devices, expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { chooseBank, comeToDecide, decideAtBank, takePhone } from "./people.ts";
import { APP_SCHEME, servers } from "./servers.ts";

/** A shopper who stands before the checkout on a phone. */
async function shopOnPhone(browser: Browser, { scripts = true, server = servers().app } = {}) {
  const context = await browser.newContext({ ...devices["Pixel 7"], javaScriptEnabled: scripts });
  const page = await context.newPage();
  const merchant = createMerchantServer(context.request, server);
  const order = await merchant.create();
  await page.goto(order.redirectUrl);
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
  return { page, merchant, ...order };
}

/** The page is hidden behind an app, or shown again. A tab of a test is never hidden by itself. */
async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** The phone asks its owner whether the app may be opened; nothing opens. */
async function declineToOpen(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Open the app" }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault());
  });
  await page.getByRole("link", { name: "Open the app" }).click();
}

test("who comes back from an app that did not open is told so, and can try again", async ({
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
  await expect((await opened).getByRole("heading", { name: "Your order" })).toBeVisible();
  await expect(page.getByText("The payment was opened but not finished.")).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("an app with a scheme of its own is offered first and the browser beside it: one order", async ({
  browser,
}) => {
  const { page, merchant, id, reference } = await shopOnPhone(browser, { server: servers().first });
  const app = page.getByRole("link", { name: "Open the app" });
  const web = page.getByRole("link", { name: "Continue in the browser" });
  const order = new URL((await web.getAttribute("href")) ?? "");
  expect(order.origin).toBe(servers().first.url);
  expect(order.pathname).toBe(`/pay/${reference}`);
  const deepLink = (await app.getAttribute("href")) ?? "";
  expect(deepLink.startsWith(`${APP_SCHEME}://pay/${reference}?o=`)).toBe(true);
  expect(new URL(deepLink).searchParams.get("o")).toBe(order.searchParams.get("o"));
  // No app answers to the scheme here: nothing opens, nothing fails, and both ways are still there.
  await app.click();
  await show(page, "hidden");
  await show(page, "visible");
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeFocused();
  await expect(page.getByText("allow it, or continue in the browser.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", deepLink);
  const opened = page.context().waitForEvent("page");
  await web.click();
  await expect((await opened).getByRole("heading", { name: "Your order" })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("time alone never ends a payment: the page waits until somebody is back", async ({
  browser,
}) => {
  const { page, merchant, id } = await shopOnPhone(browser);
  await page.clock.install();
  await declineToOpen(page);
  await show(page, "hidden");
  await page.clock.runFor(120_000);
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
});

test("a look at another tab is no come back: only who left for the app is asked", async ({
  browser,
}) => {
  const { page } = await shopOnPhone(browser);
  await show(page, "hidden");
  await show(page, "visible");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { name: "Pay from your bank account" })).toBeVisible();
});

test("who opened the order and left it goes on where it was left", async ({ browser }) => {
  const { page } = await shopOnPhone(browser);
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the app" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await comeToDecide(payerApp);
  await expect(page.getByText("Your bank has not told us of an approval.")).toBeVisible();
  const again = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Go on paying" }).click();
  await (await again).getByRole("link", { name: "Go on at the bank" }).click();
  await expect(
    (await again).getByRole("button", { name: "Approve at Sandbox Bank" }),
  ).toBeVisible();
  await payerApp.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("a decline can be tried again from the shop's page on the phone, and is forgotten once paid", async ({
  browser,
}) => {
  const { page, merchant, id } = await shopOnPhone(browser);
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the app" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await decideAtBank(payerApp, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Choose another bank" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel payment" })).toBeVisible();
  const again = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Try again" }).click();
  await (await again).getByRole("button", { name: "Approve at Sandbox Bank" }).click();
  await decideAtBank(await again, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByText("declined")).toHaveCount(0);
  expect(await merchant.read(id)).toEqual({ status: "succeeded", failureReason: null });
  await payerApp.goto((await again).url().replace("/result", ""));
  await expect(payerApp.getByRole("heading", { name: "Already paid" })).toBeVisible();
});

test("back from the bank's app without approving, the payer's page says so", async ({
  browser,
}) => {
  const { reference } = await shopOnPhone(browser);
  const phone = await takePhone(browser);
  // The bank's app opens over the page, which stays.
  const bank = "https://bank.example/approve";
  await phone.route(`${bank}**`, (route) => route.fulfill({ status: 204 }));
  await phone.route("**/review?**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = { ...response.headers(), "x-action-redirect": `${bank};push`, location: bank };
    await route.fulfill({ response, headers });
  });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  const left = phone.waitForRequest(bank);
  await chooseBank(phone);
  await left;
  await show(phone, "hidden");
  await show(phone, "visible");
  await expect(phone.getByRole("heading", { name: "Not approved yet" })).toBeVisible();
  await expect(phone.getByRole("link", { name: "Go on at the bank" })).toBeVisible();
});

test("a phone that shows the code is still told how it stands, and leads back to the app", async ({
  browser,
}) => {
  const { page } = await shopOnPhone(browser);
  await page.getByRole("link", { name: "Show QR code instead" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const here = page.getByRole("link", { name: "Pay on this device" });
  await here.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await here.click();
  await show(page, "hidden");
  await show(page, "visible");
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  await page.getByRole("link", { name: "Show QR code instead" }).click();
  await page.getByRole("link", { name: "Use this device instead" }).click();
  await expect(page.getByRole("link", { name: "Open the app", exact: true })).toBeVisible();
});

test("without scripts a link on the phone says how it stands", async ({ browser }) => {
  const { page } = await shopOnPhone(browser, { scripts: false });
  await page.getByRole("link", { name: "Came back without paying?" }).click();
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});
