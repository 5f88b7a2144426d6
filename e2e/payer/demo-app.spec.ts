import { expect, test } from "playwright/test";
import { decideAtBank, pickBank, verifyByCode } from "../kit/people.ts";
import { APP_IBAN, order } from "./demo-app-order.ts";

test("a browser that registers no scheme shows a button, and the status from the server", async ({
  page,
}) => {
  const webview = await order(page);
  await verifyByCode(webview);
  await pickBank(webview, "Sandbox Bank", APP_IBAN);
  await decideAtBank(webview, "Approve");
  await expect(webview.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.getByRole("button", { name: "I'm back" }).click();
  await expect(page.getByRole("heading", { name: "We don't know the result yet" })).toBeVisible();
  await expect(page.getByText("Paid – your drink is on its way")).toBeVisible();
});
