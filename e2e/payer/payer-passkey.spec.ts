import { devices, expect, type Page } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { bankButton, verifyByCode } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test } from "../merchant/console-account.ts";
import { openPageWithDevice } from "../merchant/second-step.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a passkey replaces the code in a browser that is not remembered", async ({
  browser,
  request,
  account: { accountId },
  product: { services },
}) => {
  const payee = { accountId, iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
  await services.accounts.confirmPayee(payee);
  const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test" });
  const { create } = createMerchantServer(request, servers().app, key);
  const context = await browser.newContext(devices["Pixel 7"]);
  const { page: phone, setVerified } = await openPageWithDevice(context);
  const open = async () => {
    const { reference } = await create();
    await phone.goto(`${servers().app.url}/pay/${reference}`);
  };
  const atBanks = () => expect(phone.getByRole("heading", { name: "Choose your bank" }));

  await open();
  await verifyByCode(phone);
  await atBanks().toBeVisible();
  await expect(button(phone, "Remember me on this device")).toBeHidden();
  await setVerified(false);
  await button(phone, "Create a passkey").click();
  await expect(phone.getByText("No passkey was created.")).toBeVisible();
  await expectAccessible(phone);
  await expect(button(phone, "Remember me on this device")).toBeVisible();
  await setVerified(true);
  await button(phone, "Create a passkey").click();
  await expect(button(phone, "Not you? Forget this device")).toBeVisible();

  await open();
  await atBanks().toBeVisible();
  await context.clearCookies();
  await open();
  await expect(phone.getByLabel("E-mail address")).toBeVisible();
  await setVerified(false);
  await button(phone, "Use a passkey").click();
  await expect(phone.getByText("No passkey was used.")).toBeVisible();
  await expectAccessible(phone);
  await setVerified(true);
  await button(phone, "Use a passkey").click();
  await atBanks().toBeVisible();
  await expect(phone.getByText("Paying as p•••@mail.example")).toBeVisible();
  await button(phone, "Not you? Forget this device").click();

  await expect(phone.getByLabel("E-mail address")).toBeVisible();
  await button(phone, "Use a passkey").click();
  await expect(phone.getByText("That passkey can’t be used here.")).toBeVisible();
  await verifyByCode(phone);
  await button(phone, "Create a passkey").click();
  await expect(button(phone, "Not you? Forget this device")).toBeVisible();
  await bankButton(phone).click();
  await expect(phone).toHaveURL(/\/sandbox\/bank\//);
});
