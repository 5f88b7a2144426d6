import { expect } from "playwright/test";
import { z } from "zod";
import { browserOptions } from "../kit/browser.ts";
import { hostShop } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { startReceiver } from "../kit/receiver.ts";
import { servers } from "../kit/servers.ts";
import { bankFile, chooseTransfer, SHOP, test } from "../merchant/transfer-account.ts";

test("a shopper sends a transfer, the bank's file contains it, and the shop gets its webhook", async ({
  page,
  browser,
  transferShop: shop,
  account: { accountId },
  product,
}) => {
  const receiver = await startReceiver();
  const endpoint = { accountId, mode: "test", url: receiver.url } as const;
  await product.services.webhooks.createEndpoint(endpoint);
  const { id, redirectUrl, externalId } = await shop.create();
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const shopper = await context.newPage();
  await hostShop(shopper, SHOP);
  const reference = await chooseTransfer(shopper, redirectUrl);
  await shopper.getByRole("button", { name: "Copy: Reference" }).click();
  await expect(shopper.getByText("Copied: Reference")).toBeVisible();
  expect(await shopper.evaluate(() => navigator.clipboard.readText())).toBe(reference);

  await shopper.getByRole("button", { name: "I’ve sent the transfer" }).click();
  await expect(
    shopper.getByRole("heading", { name: "We are waiting for your transfer" }),
  ).toBeVisible();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await expect(shopper.getByRole("link", { name: "Bank transfer" })).toBeHidden();

  await page.goto(`/console/payments/${id}`);
  await expect(page.getByText("The payer reported a bank transfer as sent.")).toBeVisible();
  await page.goto("/console/payments");
  await page.getByRole("link", { name: "Bank transfers", exact: true }).click();
  await expect(page.getByText("No transfers yet")).toBeVisible();
  await page.getByLabel("File", { exact: true }).setInputFiles(bankFile(reference));
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByRole("heading", { name: "Results for november.xml" })).toBeVisible();
  const row = page.getByRole("table", { name: "Transfers in the file" }).getByRole("row").last();
  await expect(row).toContainText("Paid");
  await expect(row).toContainText(externalId);

  // The shopper's page updates and redirects by itself.
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${externalId}`);
  await expect(() => expect(receiver.received).toHaveLength(1)).toPass();
  const event = z.object({
    type: z.string(),
    data: z.object({ id: z.string(), status: z.string() }),
  });
  expect(event.parse(JSON.parse(receiver.received[0]?.body ?? ""))).toEqual({
    type: "transaction.succeeded",
    data: { id, status: "succeeded" },
  });
  await page.goto(`/console/payments/${id}`);
  const story = page.getByRole("region", { name: "Timeline" });
  await expect(story.getByText("Payer reported a bank transfer as sent")).toBeVisible();
  await expect(story.getByText("Bank transfer found in your bank's file: Paid")).toBeVisible();
  await context.close();
  await receiver.close();
});

test("a phone shows the details, and the code only for another device", async ({
  browser,
  transferShop: shop,
}) => {
  const { redirectUrl } = await shop.create();
  const phone = await takePhone(browser);
  await phone.goto(`${redirectUrl}&view=transfer&lang=de`);
  await expect(phone.getByRole("heading", { name: "Per Überweisung zahlen" })).toBeVisible();
  const code = phone.getByRole("img", { name: /QR-Code eines Tests/ });
  const otherDevice = phone.getByText("Mit einem anderen Gerät zahlen");
  await expect(code).toBeHidden();
  const [details, fold] = await Promise.all([
    phone.getByText("NL91 ABNA 0417 1643 00").boundingBox(),
    otherDevice.boundingBox(),
  ]);
  expect(details?.y ?? 0).toBeLessThan(fold?.y ?? 0);
  await otherDevice.click();
  await expect(code).toBeVisible();
  await phone.context().close();
});

test("a transfer is reported and undone, and a file is read, with JavaScript off", async ({
  page,
  playwright,
  transferShop: shop,
}) => {
  const { redirectUrl, externalId } = await shop.create();
  // Playwright's own option sometimes reaches pages too late.
  const plain = await playwright.chromium.launch(
    browserOptions("--blink-settings=scriptEnabled=false"),
  );
  const shopper = await (await plain.newContext()).newPage();
  await hostShop(shopper, SHOP);
  await chooseTransfer(shopper, redirectUrl);
  await expect(shopper.getByRole("button", { name: "Copy: IBAN" })).toBeHidden();
  await shopper.getByRole("button", { name: "I’ve sent the transfer" }).click();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await shopper.getByRole("link", { name: "I didn’t send it" }).click();
  await expect(shopper).toHaveTitle("Cancel this transfer?");
  await shopper.getByRole("button", { name: "I didn’t send it", exact: true }).click();
  await expect(shopper).toHaveURL(`${SHOP}/sorry?externalId=${externalId}`);

  const second = await shop.create();
  const reference = await chooseTransfer(shopper, second.redirectUrl);
  const storageState = await page.context().storageState();
  const baseURL = servers().app.url;
  const member = await (await plain.newContext({ storageState, baseURL })).newPage();
  await member.goto("/console/payments/transfers");
  await member.getByRole("button", { name: "Import file" }).click();
  await expect(member.getByText("Choose a file first.")).toBeVisible();
  await member.getByLabel("File", { exact: true }).setInputFiles(bankFile(reference));
  await member.getByRole("button", { name: "Import file" }).click();
  await expect(member.getByRole("heading", { name: "Results for november.xml" })).toBeVisible();
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${second.externalId}`);
  await plain.close();
});
