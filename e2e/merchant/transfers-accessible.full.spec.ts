import { expect, type Page } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { bankFile, test } from "./transfer-account.ts";

async function expectAccessibleAnywhere(page: Page): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
}

test("bank transfers in the console are accessible from the report to the outcome", async ({
  page,
  transferShop: shop,
}) => {
  await page.goto("/console/settings/ways-to-be-paid");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expectAccessibleAnywhere(page);
  const payment = await shop.create();
  await shop.report(payment);
  await shop.reportedAt(payment, new Date(Date.now() - 8 * 86_400_000));
  await page.goto("/console");
  await expect(page.getByText("One reported bank transfer hasn't arrived")).toBeVisible();
  await expectAccessibleAnywhere(page);
  await page.goto("/console/payments/transfers");
  await expectAccessibleAnywhere(page);
  const reference = await shop.transferReference(payment);
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles(bankFile(reference, { amount: "12.00" }));
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByText("Ask the shopper for the rest")).toBeVisible();
  await expectAccessibleAnywhere(page);
  await page.getByText("Accept as paid", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, accept it" }).click();
  await expect(page.getByText("Nothing to review")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/console/payments/${(await shop.create()).id}`);
  await page.getByText("Mark as received", { exact: true }).click();
  await page.getByLabel("Amount you received, in EUR").fill("12.00");
  await page.getByRole("button", { name: "Yes, I received it" }).click();
  await expect(page.getByText("This isn't the amount of the payment.")).toBeVisible();
  await expectAccessible(page);
});
