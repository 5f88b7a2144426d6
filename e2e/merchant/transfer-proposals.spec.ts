import { expect } from "playwright/test";
import { unstructured } from "#lib/testing/statements.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { sendFile, test } from "./transfer-account.ts";

test("a member assigns money without a reference, after seeing both, and the payment says where it is", async ({
  page,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  await shop.report(payment);
  await page.goto("/console/payments/transfers");
  await sendFile(page, [{ details: [unstructured("Thank you")], bankRef: crypto.randomUUID() }]);
  const open = page.getByRole("list", { name: "Transfers that need review" }).getByRole("listitem");
  const transfer = open.filter({ hasText: "No reference" }).first();
  await expect(transfer).toContainText("One open order has this amount");
  await transfer.getByText(`It's for ${payment.externalId}`, { exact: true }).click();
  const assign = transfer.getByRole("button", { name: `Yes, it pays ${payment.externalId}` });
  await expect(assign).toBeVisible();
  await expect(transfer.getByText("Reported as sent", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await assign.click();
  await expect(page.getByText("Nothing to review")).toBeVisible();
  expect(await shop.read(payment.id)).toMatchObject({ status: "succeeded" });

  await page.goto(`/console/payments/${payment.id}`);
  const money = page.getByRole("region", { name: "Payer and money" });
  await expect(money).toContainText("Sent a bank transfer");
  await expect(money).toContainText("Arrived");
  await money.getByText("Money went back", { exact: true }).click();
  await expectAccessible(page);
  await money.getByRole("button", { name: "Yes, it went back" }).click();
  await expect(money).toContainText("Returned");
  await expect(page.getByText("Succeeded", { exact: true })).toBeVisible();
});
