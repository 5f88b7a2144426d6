import { devices, expect, test } from "playwright/test";
import {
  anEmail,
  bankButton,
  chooseBank,
  comeToDecide,
  decideAtBank,
  ORDER,
  takePhone,
} from "../kit/people.ts";
import { ELSEWHERE, openCheckout, openOnPhone } from "./open-checkout.ts";

test("exactly one of two phones that open an order at once holds it", async ({ page, browser }) => {
  const { link } = await openCheckout(page);
  const phones = await Promise.all([takePhone(browser), takePhone(browser)]);
  await Promise.all(phones.map((phone) => phone.goto(link)));
  const titles = await Promise.all(
    phones.map((phone) => phone.getByRole("heading", { level: 1 }).textContent()),
  );
  expect(titles.toSorted()).toEqual([ELSEWHERE, "Confirm it’s you"].toSorted());
  await expect(page.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
});

test("a phone that lost the order can't start a payment from a page it still shows", async ({
  page,
  browser,
}) => {
  const { link, merchant, id } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  await expect(first.getByRole("heading", { name: "Choose your bank" })).toBeVisible();

  await page.getByRole("button", { name: "Use another phone" }).click();
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await bankButton(first).click();
  await expect(first.getByRole("heading", { name: "No longer open here" })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();

  const second = await openOnPhone(browser, link);
  await expect(second.getByRole("heading", { name: ORDER })).toBeVisible();
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await first.getByRole("button", { name: "Use this device instead" }).click();
  await expect(first.getByRole("heading", { name: ORDER })).toBeVisible();
});

test("a phone that only waits never takes the order, after a decline or a release", async ({
  page,
  browser,
}) => {
  const { link } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  const second = await openOnPhone(browser, link);
  await expect(second.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await chooseBank(first);
  await expect(second.getByText("Approving at the bank")).toBeVisible();
  await decideAtBank(first, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeVisible();
  await expect(second.getByText("Approving at the bank"), "the page has followed").toHaveCount(0);
  await second.reload();
  await expect(second.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await first.getByRole("link", { name: "Choose another bank" }).click();
  await expect(first.getByRole("heading", { name: "Choose your bank" })).toBeVisible();

  await page.getByRole("button", { name: "Use another phone" }).click();
  await expect(second.getByRole("heading", { name: "No longer open here" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeVisible();
  await first.goto(link);
  await expect(first.getByRole("heading", { name: "No longer open here" })).toBeVisible();
  const third = await openOnPhone(browser, link);
  await expect(third.getByRole("heading", { name: ORDER })).toBeVisible();
});

test("an in-app browser with the name of a link preview can take over the order", async ({
  page,
  browser,
}) => {
  const { link } = await openCheckout(page);
  const holder = await openOnPhone(browser, link);
  await expect(holder.getByRole("heading", { name: ORDER })).toBeVisible();
  const userAgent = `${devices["Pixel 7"].userAgent} YandexSearch/25.1`;
  const context = await browser.newContext({ ...devices["Pixel 7"], userAgent });
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByLabel("E-mail address").fill(anEmail());
  await phone.getByRole("button", { name: "Send code" }).click();
  await expect(phone.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await phone.getByRole("button", { name: "Use this device instead" }).click();
  await expect(phone.getByRole("heading", { name: ORDER })).toBeVisible();
});

test("a phone shows that another one is at the bank with the same order", async ({
  page,
  browser,
}) => {
  const { link } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  await chooseBank(first);
  await comeToDecide(first);
  await page.getByRole("button", { name: "Use another phone" }).click();
  const second = await openOnPhone(browser, link);
  await expect(second.getByRole("heading", { name: ORDER })).toBeVisible();
  await expect(second.getByText("It’s being approved at the bank there.")).toBeVisible();
});

test("the same browser still holds the order when it returns", async ({ page, browser }) => {
  const { link } = await openCheckout(page);
  const phone = await openOnPhone(browser, link);
  for (let visit = 0; visit < 3; visit++) {
    await phone.goto(link);
    await expect(phone.getByRole("heading", { name: ORDER })).toBeVisible();
  }
  const tab = await phone.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole("heading", { name: ORDER })).toBeVisible();
});

test("paying on the desktop holds the order like a phone", async ({ page, browser, context }) => {
  const { link } = await openCheckout(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Pay on this device" }).click();
  await expect((await opened).getByRole("heading", { name: ORDER })).toBeVisible();
  const phone = await openOnPhone(browser, link);
  await expect(phone.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
});

test("link previews and prefetches hold nothing", async ({ page, browser, request }) => {
  const { link } = await openCheckout(page);
  for (const headers of [
    { "User-Agent": "WhatsApp/2.23 facebookexternalhit/1.1" },
    { "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
  ]) {
    expect((await request.get(link, { headers })).status()).toBe(200);
  }
  expect((await request.head(link)).status()).toBe(200);
  const phone = await openOnPhone(browser, link);
  await expect(phone.getByRole("heading", { name: ORDER })).toBeVisible();
});

test("a decline can be tried again from the desktop", async ({ page, browser }) => {
  const { link } = await openCheckout(page);
  const phone = await openOnPhone(browser, link);
  await chooseBank(phone);
  await decideAtBank(phone, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeFocused();
  await expect(page).toHaveTitle("Not paid yet");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel payment" })).toBeVisible();
  const again = page.getByRole("link", { name: "Try again" });
  await expect(again).toHaveAttribute("href", /\/pay\/[\w-]+\/bank$/);
  const opened = page.context().waitForEvent("page");
  await again.click();
  await expect((await opened).getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await phone.getByRole("button", { name: "Try again" }).click();
  await expect(phone.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
});
