import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import {
  bankButton,
  cancelPayment,
  decideAtBank,
  goToPay,
  ORDER,
  pickBank,
  takePhone,
} from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { blockThirdPartyCookies } from "../kit/third-party-cookies.ts";
import { ELSEWHERE, openCheckout, openOnPhone } from "./open-checkout.ts";

const SHORT_CODE = /^[A-Z0-9]{2}-[A-Z0-9]{2}$/;

test("a phone that lost the order can't pay or read it, and the one that took it over pays", async ({
  page,
  browser,
}) => {
  const { link, merchant, id, externalId, reference } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
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
  await expect(second.getByRole("heading", { name: ORDER })).toBeVisible();

  await bankButton(first).click();
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });

  await pickBank(second);
  await decideAtBank(second, "Approve");
  await expect(second.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(first.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await expect(first).toHaveTitle("Already paid");
  for (const own of [externalId, reference]) await expect(first.getByText(own)).toHaveCount(0);
  await expect(first.getByRole("main").getByRole("link")).toHaveCount(0);
});

test("a phone that lost the order can't cancel it", async ({ page, browser }) => {
  const { link, merchant, id } = await openCheckout(page);
  const first = await openOnPhone(browser, link);
  await first.getByRole("link", { name: "Cancel payment" }).click();
  await expect(first.getByRole("button", { name: "Yes, cancel" })).toBeVisible();
  const second = await openOnPhone(browser, link);
  await second.getByRole("button", { name: "Use this device instead" }).click();
  await expect(second.getByRole("heading", { name: ORDER })).toBeVisible();
  await first.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  await first.goto(`${new URL(link).origin}${new URL(link).pathname}?confirm=cancel`);
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
  expect(await merchant.read(id)).toEqual({ status: "pending", failureReason: null });
  await cancelPayment(second);
  await expect(second.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
});

test("in a frame without third-party cookies, the first phone holds the order", async ({
  page,
  browser,
}) => {
  await blockThirdPartyCookies(page);
  const { checkout } = await goToPay(page, shopOf(servers().app));
  const link = await scanQr(checkout.getByRole("img", { name: /QR code/ }));
  const first = await takePhone(browser);
  await first.goto(link);
  await expect(first.getByRole("heading", { name: ORDER })).toBeVisible();
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  const code = (await first.getByText(/^[A-Z0-9]{2}-[A-Z0-9]{2}$/).textContent()) ?? "no code";
  await expect(checkout.getByText(code, { exact: true })).toBeVisible();
  const second = await takePhone(browser);
  await second.goto(link);
  await expect(second.getByRole("heading", { name: ELSEWHERE })).toBeVisible();

  await checkout.getByRole("button", { name: "Use another phone" }).click();
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await expect(second.getByRole("heading", { name: "No longer open here" })).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await checkout.getByRole("link", { name: "Pay on this device" }).click();
  const tab = await opened;
  await expect(
    tab.getByRole("heading", { name: ORDER }),
    "the frame's own browser, in a tab",
  ).toBeVisible();
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  await first.goto(link);
  await expect(first.getByRole("heading", { name: ELSEWHERE })).toBeVisible();
});
