import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { chooseBank, decideAtBank, goToPay, pickBank, takePhone } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

const shopUrl = () => shopOf(servers().app);

test("a desktop shopper scans the code, approves on the phone, and the shop learns it twice", async ({
  page,
  browser,
}) => {
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
  expect(code, "QR code and link are one string").toBe(link);

  const phone = await takePhone(browser);
  await phone.goto(code);
  await expect(phone.getByRole("heading", { name: "Your order" })).toBeVisible();
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  const shown = await checkout.getByText(/^[A-Z0-9]{2}-[A-Z0-9]{2}$/).textContent();
  await expect(
    phone.getByText(shown ?? "no code"),
    "both screens show one short code",
  ).toBeVisible();

  await chooseBank(phone);
  await expect(
    checkout.getByRole("listitem").filter({ hasText: "Approving at the bank" }),
  ).toHaveAttribute("aria-current", "step");
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();

  await page.waitForURL(/\/sandbox\/shop\/success/);
  expect(new URL(page.url()).searchParams.get("externalId")).toBe(orderId);
  await expect(
    page.getByRole("heading", { name: "Thank you, your payment was received" }),
  ).toBeVisible();
  await page.goto(`${shopUrl()}/orders`);
  await expect(page.getByText(orderId)).toBeVisible();
  await expect(page.getByText("State: Paid")).toBeVisible();
});

test("a decline can be tried again, and the payment then succeeds", async ({ page, browser }) => {
  const { checkout } = await goToPay(page, shopUrl());
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await chooseBank(phone);
  await decideAtBank(phone, "Decline");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  await expect(
    checkout.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();

  await phone.getByRole("link", { name: "Choose another bank" }).click();
  await pickBank(phone, "Sandbox Savings Bank");
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.waitForURL(/\/sandbox\/shop\/success/);
  await expect(
    page.getByRole("heading", { name: "Thank you, your payment was received" }),
  ).toBeVisible();
});

test("an account without the money declines", async ({ page, browser }) => {
  const { checkout } = await goToPay(page, shopUrl());
  const phone = await takePhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await chooseBank(phone);
  await decideAtBank(phone, "Approve", "Savings account");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
});

test("a shopper who cancels comes back to the shop, and the order fails", async ({ page }) => {
  const { checkout, orderId } = await goToPay(page, shopUrl());
  await checkout.getByRole("link", { name: "Cancel payment" }).click();
  await expect(checkout.getByRole("heading", { name: "Cancel this payment?" })).toBeVisible();
  await checkout.getByRole("button", { name: "Yes, cancel" }).click();
  await page.waitForURL(/\/sandbox\/shop\/failure/);
  expect(new URL(page.url()).searchParams.get("externalId")).toBe(orderId);
  await expect(page.getByRole("heading", { name: "This order was not paid" })).toBeVisible();
});

test("opening the success page by hand does not make an order paid", async ({ page }) => {
  const { orderId } = await goToPay(page, shopUrl());
  await page.goto(`${shopUrl()}/success?externalId=${orderId}`);
  await expect(
    page.getByRole("heading", { name: "We are waiting for the confirmation" }),
  ).toBeVisible();
});

test("a phone alone is enough", async ({ browser }) => {
  const shop = await takePhone(browser);
  const { checkout } = await goToPay(shop, shopUrl());
  await expect(checkout.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  const opened = shop.context().waitForEvent("page");
  await checkout.getByRole("link", { name: "Open the app" }).click();
  const payerApp = await opened;
  await chooseBank(payerApp);
  await decideAtBank(payerApp, "Approve");
  await expect(payerApp.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(payerApp.getByRole("link", { name: /Return to/ })).toBeVisible();
  await shop.waitForURL(/\/sandbox\/shop\/success/);
  await expect(
    shop.getByRole("heading", { name: "Thank you, your payment was received" }),
  ).toBeVisible();
});
