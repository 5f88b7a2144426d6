import { expect, test } from "playwright/test";
import { findTroubles } from "../kit/fits.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { readPdf } from "../kit/pdf.ts";
import { chooseBank, decideAtBank, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";
import { fact, openReceipt, pay, RECEIPT } from "./paid-receipt.ts";

for (const [format, width] of [
  ["A4", 673],
  ["Letter", 695],
] as const) {
  test(`a receipt is one page of ${format}, black on white`, async ({ page, request }) => {
    const { path, reference } = await pay(request);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Print or save" })).toBeVisible();
    const { pages, text } = readPdf(await page.pdf({ format, printBackground: true }));
    expect(pages).toBe(1);
    expect(text).toContain("€12.50");
    expect(text).toContain(reference);
    expect(text).toContain("notapayment");
    expect(text).not.toContain("Printorsave");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width, height: 900 });
    expect(await findTroubles(page)).toEqual([]);
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
    for (const role of ["button", "link", "navigation"] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
  });
}

test("the payer's receipt names the bank in the browser that paid, also if the checkout is on another host", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference } = await merchant.create();
  const phone = await takeKnownPhone(browser);
  await phone.goto(`/pay/${reference}`);
  await chooseBank(phone);
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await openReceipt(phone);
  await expect(fact(phone, "Paid through")).toContainText("Sandbox Bank");
  const own = phone.url();
  expect(new URL(own).pathname).toBe(`/pay/${reference}/receipt`);
  await phone.getByRole("link", { name: "Back", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();

  const checkout = new URL(`/checkout/receipt?reference=${reference}`, own);
  checkout.hostname = "127.0.0.1";
  const stranger = await takePhone(browser);
  for (const [page, address] of [
    [phone, checkout.href],
    [stranger, own],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, ...RECEIPT })).toBeVisible();
    await expect(page.getByText("€12.50", { exact: true })).toBeVisible();
    await expect(fact(page, "Paid through"), address).toHaveCount(0);
  }
});
