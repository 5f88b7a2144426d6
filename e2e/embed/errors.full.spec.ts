import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { goToPay, openDialog } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag, typesOf } from "./shop.ts";

test("an unregistered page gets no messages, even if the browser allows the frame", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const other = "https://other.example";
  const heard = await openShop(page, other, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.route("**/checkout?reference=*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": policy = "", ...headers } = response.headers();
    const open = policy.replace(/frame-ancestors [^;]*;/, "");
    return route.fulfill({ response, headers: { ...headers, "content-security-policy": open } });
  });
  await page.clock.install();
  await page.goto(`${other}/cart`);
  await expect(heading(page)).toHaveText("Scan with your phone");
  await page.clock.runFor(30_000);
  await expect(page.getByRole("alert")).toContainText("The payment page is not answering.");
  expect(heard.raw).toEqual([]);
  expect(typesOf(heard.events)).toEqual(["error"]);
});

test("a frame that crashes while the bank confirms blocks no one", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  await openShop(page, SHOP, { "/cart": html });
  await page.clock.install();
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  await expect.poll(() => page.evaluate("checkout.close()")).toBe(false);
  await page.route("**/checkout?reference=*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.frames()[1]?.evaluate(() => location.reload());
  await failed;
  await page.clock.runFor(10_000);
  await expect(page.getByRole("alert")).toContainText("The payment page is not answering.");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.evaluate(() => document.body.getAttribute("style") ?? "")).toBe("");
});

test("shows a link if the browser does not navigate and reports nothing", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  await openShop(page, SHOP, { "/cart": `<iframe src="${redirectUrl}" height="900"></iframe>` });
  // A response without content keeps the page.
  await page.route(`${SHOP}/thanks*`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).click();
  await merchant.drive(id, "approve");
  await expect(page.frameLocator("iframe").getByText(/Select the button/)).toBeVisible({
    timeout: 15_000,
  });
});

test("the demo shop's button links to the payment before the script loads", async ({ page }) => {
  await goToPay(page, shopOf(servers().app));
  await page.route("**/embed.js", (route) => route.abort());
  await openDialog(page);
  await page.getByRole("link", { name: "Open the payment" }).click();
  await page.waitForURL(/\/checkout\?reference=/);
});

test("a checkout whose script fails reports it, and can be left and used", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect.poll(() => typesOf(heard.events)).toContain("ready");
  const frame = page.frames()[1];
  // Breaks the countdown, which runs every second.
  await frame?.evaluate(() => {
    const { padStart } = String.prototype;
    Object.assign(window, { fix: () => Object.assign(String.prototype, { padStart }) });
    String.prototype.padStart = () => {
      throw new Error("broken");
    };
  });
  const unexpected = { type: "error", code: "unexpected" };
  await expect.poll(() => heard.events).toContainEqual(unexpected);
  const told = heard.raw.length;
  await page.locator("iframe").evaluate((element: HTMLIFrameElement) => {
    element.contentWindow?.postMessage({ v: 1, type: "hello" }, "*");
  });
  await expect
    .poll(() => heard.raw.slice(told))
    .toContainEqual(expect.objectContaining(unexpected));
  await heading(page).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.evaluate("checkout.open()");
  await frame?.evaluate("fix()");
  await expect(heading(page)).toHaveText("Scan with your phone");
  await page.frameLocator("iframe").getByRole("link", { name: "Cancel payment" }).click();
  await expect(heading(page)).toHaveText("Cancel this payment?");
});
