import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { approveTryingOut } from "./sandbox-behaviour.ts";

test("a behaviour can be chosen without JavaScript, and the ledger shows it to its payer only", async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const merchant = createMerchantServer(request, servers().app);
  const { reference, id } = await merchant.create();
  await page.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(page);
  await approveTryingOut(page, "Wrong amount");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("processing");
  await page.goto(`${servers().app.url}/sandbox/bank`);
  await expect(page.getByText("Wrong amount").first()).toBeVisible();
  await expect(page.getByText("€12.51").first()).toBeVisible();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(`${servers().app.url}/sandbox/bank`);
  await expect(other.getByText("No payments yet.")).toBeVisible();
  await expect(other.getByText("No bookings yet.")).toBeVisible();
  await stranger.close();
  await context.close();
});
