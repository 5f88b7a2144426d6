import { expect } from "playwright/test";
import { test } from "./console-account.ts";

test("a form changes only the account that its page shows", async ({ page, context, account }) => {
  await page.goto("/console/settings/company");
  await expect(page.getByLabel("Company name")).toHaveValue(account.company);
  await page.getByLabel("Company name").fill("Harbour Books and Maps");

  const other = await context.newPage();
  await other.goto("/console/accounts");
  await other.getByLabel("Company").fill("Lighthouse Records");
  await other.getByRole("button", { name: "Create account" }).click();
  await other.waitForURL(({ pathname }) => pathname === "/console");

  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expect(page.getByText(/^You opened another account in this browser/)).toBeVisible();
  await other.goto("/console/settings/company");
  await expect(other.getByLabel("Company name")).toHaveValue("Lighthouse Records");

  await page.reload();
  await page.getByLabel("Company name").fill("Lighthouse Records and Tapes");
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
});
