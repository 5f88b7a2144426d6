import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { listenTo } from "../kit/listen.ts";
import {
  chooseBank,
  decideAtBank,
  goToPay,
  ORDER,
  pickBank,
  takePhone,
  waitUntilDrawn,
} from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { blockThirdPartyCookies } from "../kit/third-party-cookies.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";
import { openReceipt } from "./paid-receipt.ts";

const shopUrl = () => shopOf(servers().app);

test("a desktop shopper scans the code, the phone tries two banks, and the shop is paid, with nothing stored by the checkout or written to a console", async ({
  page,
  context,
  browser,
}) => {
  await context.addInitScript(() => {
    if (!location.pathname.startsWith("/checkout")) return;
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(`${name} is blocked`, "SecurityError");
        },
      });
    }
  });
  await blockThirdPartyCookies(page);
  const shop = listenTo(context);
  const { checkout, orderId } = await goToPay(page, shopUrl());
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout"));
  expect(
    new URL(frame?.url() ?? "").hostname,
    "the checkout is on another site than the shop",
  ).not.toBe(new URL(page.url()).hostname);

  const code = await scanQr(checkout.getByRole("img", { name: /QR code to pay €14\.50/ }));
  const link = await checkout
    .getByRole("link", { name: "Pay on this device" })
    .getAttribute("href");
  expect(link, "the link of the QR code, for a payer who has no code to compare").toBe(
    `${code}?here=1`,
  );

  const phone = await takePhone(browser);
  const phones = listenTo(phone.context());
  await phone.goto(code);
  await expect(phone.getByRole("heading", { name: ORDER })).toBeVisible();
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  const shown = await checkout.getByText(/^[A-Z0-9]{2}-[A-Z0-9]{2}$/).textContent();
  await expect(
    phone.getByText(shown ?? "no code"),
    "both screens show one short code",
  ).toBeVisible();
  expect(await context.cookies(servers().app.url), "the checkout sets no cookie").toEqual([]);

  await chooseBank(phone);
  await expect(
    checkout.getByRole("listitem").filter({ hasText: "Approving at the bank" }),
  ).toHaveAttribute("aria-current", "step");
  await decideAtBank(phone, "Decline");
  for (const screen of [phone, checkout]) {
    await expect(
      screen.getByRole("heading", { name: "Your bank declined the payment" }),
    ).toBeVisible();
  }
  await phone.getByRole("link", { name: "Choose another bank" }).click();
  await pickBank(phone, "Sandbox Savings Bank");
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();

  await page.waitForURL(/\/sandbox\/shop\/success/);
  const returned = new URL(page.url()).searchParams;
  expect(returned.get("orderId")).toBe(orderId);
  const orderNumber = returned.get("externalId") ?? "";
  expect(orderNumber).toMatch(/^#\d{4,}$/);
  await expect(
    page.getByRole("heading", { name: "Thank you, we received your payment" }),
  ).toBeVisible();
  await page.goto(`${shopUrl()}/orders`);
  await expect(page.getByText(orderNumber)).toBeVisible();
  await expect(page.getByText("Status: Paid")).toBeVisible();

  await openReceipt(phone);
  await expect(phone.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  await expect(phone.getByText("Sandbox Savings Bank"), "to the browser that paid").toBeVisible();
  expect({ shop, phones }).toEqual({ shop: [], phones: [] });
});

test("a purchase works on a phone only", async ({ browser }) => {
  const shop = await takeKnownPhone(browser);
  const { checkout } = await goToPay(shop, shopUrl());
  await expect(checkout.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  const opened = shop.context().waitForEvent("page");
  await checkout.getByRole("link", { name: "Continue to payment" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await decideAtBank(payerApp, "Approve");
  await expect(payerApp.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(payerApp.getByRole("link", { name: /Return to/ })).toBeVisible();
  await shop.waitForURL(/\/sandbox\/shop\/success/);
  await expect(
    shop.getByRole("heading", { name: "Thank you, we received your payment" }),
  ).toBeVisible();
});

test("opening the success page manually pays nothing, and a cancellation returns to the shop", async ({
  page,
}) => {
  const { checkout, orderId } = await goToPay(page, shopUrl());
  await page.goto(`${shopUrl()}/success?orderId=${orderId}`);
  await expect(page.getByRole("heading", { name: "Waiting for confirmation" })).toBeVisible();
  await page.goBack();
  await waitUntilDrawn(checkout);
  await checkout.getByRole("link", { name: "Cancel payment" }).click();
  await expect(checkout.getByRole("heading", { name: "Cancel this payment?" })).toBeVisible();
  await checkout.getByRole("button", { name: "Yes, cancel" }).click();
  await page.waitForURL(/\/sandbox\/shop\/failure/);
  expect(new URL(page.url()).searchParams.get("orderId")).toBe(orderId);
  await expect(page.getByRole("heading", { name: "This order was not paid" })).toBeVisible();
});
