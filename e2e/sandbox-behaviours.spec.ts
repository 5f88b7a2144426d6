import { expect, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { chooseBank, takePhone } from "./people.ts";
import { approveTryingOut } from "./sandbox-behaviour.ts";
import { servers } from "./servers.ts";

test("rejects, then executes: nobody gets to pay twice", async ({ browser, request }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(phone);
  await approveTryingOut(phone, "Rejects, then executes");
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  await phone.getByRole("link", { name: "Choose another bank" }).click();
  await phone.getByRole("link", { name: "Sandbox Savings Bank", exact: true }).click();
  await phone.getByRole("button", { name: "Approve at Sandbox Savings Bank" }).click();
  await expect(phone.getByText("please don’t pay again, also not elsewhere")).toBeVisible();
  await expect(phone, "no approval page of a second payment").toHaveURL(/\/pay\/[\w-]+\/result$/);
});

test("without JavaScript a behaviour is picked all the same, and the ledger shows it to its payer only", async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const merchant = createMerchantServer(request, servers().app);
  const { reference, id } = await merchant.create();
  await page.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(page);
  await approveTryingOut(page, "Gets the amount wrong");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("processing");
  await page.goto(`${servers().app.url}/sandbox/bank`);
  await expect(page.getByText("Gets the amount wrong").first()).toBeVisible();
  await expect(page.getByText("€12.51").first()).toBeVisible();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(`${servers().app.url}/sandbox/bank`);
  await expect(other.getByText("No payments yet.")).toBeVisible();
  await expect(other.getByText("Nothing booked yet.")).toBeVisible();
  await stranger.close();
  await context.close();
});
