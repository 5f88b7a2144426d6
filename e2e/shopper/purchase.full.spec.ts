import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { listenTo } from "../kit/listen.ts";
import { chooseBank, decideAtBank, goToPay, openDialog, payByPhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";

const shopUrl = () => shopOf(servers().app);

test("a payment from an account without enough money is declined", async ({ page, browser }) => {
  const { checkout } = await goToPay(page, shopUrl());
  const phone = await takeKnownPhone(browser);
  await phone.goto(await scanQr(checkout.getByRole("img", { name: /QR code/ })));
  await chooseBank(phone);
  await decideAtBank(phone, "Approve", "Savings account");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
});

test("a purchase in the dialog writes nothing to the browser's console", async ({
  page,
  browser,
}) => {
  const heard = listenTo(page.context());
  const purchase = await goToPay(page, shopUrl());
  await openDialog(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  await payByPhone(browser, purchase);
  expect(heard).toEqual([]);
});
