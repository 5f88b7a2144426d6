import { expect } from "playwright/test";
import { sendFile, test } from "./transfer-account.ts";

test("a transfer that was sent before the account was closed is still settled", async ({
  page,
  transferShop: shop,
  account,
  product,
}) => {
  const [byFile, byHand, never] = [await shop.create(), await shop.create(), await shop.create()];
  for (const payment of [byFile, byHand, never]) await shop.report(payment);
  const closing = await product.services.operator.close(account.accountId);
  expect(closing).toMatchObject({ wasOpen: true, cancelled: 0, open: 0, reported: 3 });

  await page.goto("/console/payments");
  await page.getByRole("link", { name: "Bank transfers", exact: true }).click();
  const reported = page.getByRole("table", { name: "Transfers shoppers reported as sent" });
  await expect(reported.getByRole("row")).toHaveCount(4);
  await sendFile(page, [{ reference: await shop.transferReference(byFile), bankRef: "LATE" }]);
  await expect(reported.getByRole("row")).toHaveCount(3);
  await page.goto(`/console/payments/${byHand.id}`);
  await page.getByText("Mark as received", { exact: true }).click();
  await page.getByLabel("Amount you received, in EUR").fill("12.50");
  await page.getByRole("button", { name: "Yes, I received it" }).click();
  await expect(page.getByText("Succeeded", { exact: true })).toBeVisible();
  await page.goto(`/console/payments/${never.id}`);
  await page.getByText("Mark as not received", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, end the payment" }).click();
  await expect(page.getByText("Payment failed: Expired")).toBeVisible();
  await page.goto("/console/payments/transfers");
  await expect(page.getByRole("heading", { name: "Received" })).toBeVisible();
  await expect(reported).toHaveCount(0);
});
