import { expect } from "playwright/test";
import { hostShop } from "../kit/merchant.ts";
import { test } from "./console-account.ts";

test("default addresses return shoppers to the shop if a payment has none", async ({
  page,
  shop,
}) => {
  await page.goto("/console/settings/links");
  await page.getByLabel("After a payment").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Enter an https address")).toBeVisible();
  await page.getByLabel("After a payment").fill("https://books.example/thanks");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved. New payments will use it.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("After a payment")).toHaveValue("https://books.example/thanks");
  const { redirectUrl, id } = await shop.create();
  await hostShop(page, "https://books.example");
  await page.goto(redirectUrl);
  await shop.drive(id, "approve");
  await page.waitForURL(/^https:\/\/books\.example\/thanks\?externalId=/);
});
