import { expect } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { bankButton, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test } from "../merchant/console-account.ts";

test("an owner turns the code off, and payers go from the order to their bank", async ({
  browser,
  page,
  request,
  account: { accountId },
  product: { services },
}) => {
  await services.accounts.confirmPayee({
    accountId,
    iban: IBAN,
    name: "Harbour Books Ltd",
    isPrimary: true,
  });
  const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test" });
  const { create } = createMerchantServer(request, servers().app, key);
  const phone = await takePhone(browser);
  const open = async () => {
    const { reference } = await create();
    await phone.goto(`${servers().app.url}/pay/${reference}`);
  };
  await open();
  await expect(phone.getByLabel("E-mail address")).toBeVisible();

  await page.goto("/console/settings/company");
  const section = page.getByRole("region", { name: "Payer verification" });
  await expect(section.getByText("Required", { exact: true })).toBeVisible();
  await section.getByRole("button", { name: "Don't require a code" }).click();
  await expect(section.getByText("Not required", { exact: true })).toBeVisible();

  await open();
  await expect(phone.getByRole("searchbox")).toBeVisible();
  await expect(phone.getByText("NL91 ABNA 0417 1643 00")).toBeVisible();
  await bankButton(phone).click();
  await expect(phone).toHaveURL(/\/sandbox\/bank\//);
});
