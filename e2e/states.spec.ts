import { type Browser, expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { chooseBank, decideAtBank, takePhone, verifyByCode } from "./people.ts";
import { servers } from "./servers.ts";

const ELSEWHERE = "Opened on another device";
const SHORT_CODE = /^[A-Z0-9]{2}-[A-Z0-9]{2}$/;

/** A checkout on the desktop, and the address its code holds. */
async function openCheckout(page: Page, fields: Record<string, unknown> = {}) {
  const merchant = createMerchantServer(page.request, servers().app);
  const order = await merchant.create(fields);
  await page.goto(order.redirectUrl);
  const link = await page.getByRole("link", { name: "Pay on this device" }).getAttribute("href");
  return { ...order, merchant, link: link ?? "" };
}

async function openOnPhone(browser: Browser, link: string): Promise<Page> {
  const phone = await takePhone(browser);
  await phone.goto(link);
  return phone;
}

test("of two phones that open an order at once exactly one holds it", async ({ page, browser }) => {
  const { link } = await openCheckout(page);
  const phones = await Promise.all([takePhone(browser), takePhone(browser)]);
  await Promise.all(phones.map((phone) => phone.goto(link)));
  const titles = await Promise.all(
    phones.map((phone) => phone.getByRole("heading", { level: 1 }).textContent()),
  );
  expect(titles.toSorted()).toEqual([ELSEWHERE, "Your order"]);
  await expect(page.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
});

test("a second phone may take the order over; the first is told at its next step", async ({
  page,
  browser,
}) => {
  const { link } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  await first.getByRole("link", { name: "Choose your bank" }).click();
  await verifyByCode(first);
  await expect(first.getByRole("heading", { name: "Choose your bank" })).toBeVisible();

  const second = await openOnPhone(browser, link);
  await expect(second.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await expect(second).toHaveTitle(ELSEWHERE);
  await expect(second.getByText("Choosing a bank")).toBeVisible();
  const code = await page.getByText(SHORT_CODE).textContent();
  await expect(
    second.getByText(code ?? "no code"),
    "all screens show one short code",
  ).toBeVisible();
  await second.getByRole("button", { name: "Use this device instead" }).click();
  await expect(second.getByRole("heading", { name: "Your order" })).toBeVisible();

  await first.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();

  await chooseBank(second, "Sandbox Bank");
  await decideAtBank(second, "Approve");
  await expect(second.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(first.getByRole("heading", { name: "Already paid" })).toBeVisible();
});

test("a phone that lost the order can't start a payment from a page it still shows", async ({
  page,
  browser,
}) => {
  const { link, merchant, id } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  await first.getByRole("link", { name: "Choose your bank" }).click();
  await verifyByCode(first);
  await first.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  await expect(first.getByRole("heading", { name: "Check and approve" })).toBeVisible();

  await page.getByRole("button", { name: "Use another phone" }).click();
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await first.getByRole("button", { name: "Approve at Sandbox Bank" }).click();
  await expect(first.getByRole("heading", { name: "No longer open here" })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();

  const second = await openOnPhone(browser, link);
  await expect(second.getByRole("heading", { name: "Your order" })).toBeVisible();
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await first.getByRole("button", { name: "Use this device instead" }).click();
  await expect(first.getByRole("heading", { name: "Your order" })).toBeVisible();
});

test("the same browser comes back as the one that holds the order", async ({ page, browser }) => {
  const { link } = await openCheckout(page);
  const phone = await openOnPhone(browser, link);
  for (let visit = 0; visit < 3; visit++) {
    await phone.goto(link);
    await expect(phone.getByRole("heading", { name: "Your order" })).toBeVisible();
  }
  const tab = await phone.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole("heading", { name: "Your order" })).toBeVisible();
});

test("paying on the desktop holds the order like a phone", async ({ page, browser, context }) => {
  const { link } = await openCheckout(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Pay on this device" }).click();
  await expect((await opened).getByRole("heading", { name: "Your order" })).toBeVisible();
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
  await expect(phone.getByRole("heading", { name: "Your order" })).toBeVisible();
});
