import { test as base, expect } from "playwright/test";
import { z } from "zod";
import { expectAccessible } from "./accessible.ts";
import { browserOptions } from "./browser.ts";
import { hostShop } from "./merchant.ts";
import { takePhone } from "./people.ts";
import { startReceiver } from "./receiver.ts";
import { servers } from "./servers.ts";
import { bankFile, chooseTransfer, openTransferAccount, SHOP } from "./transfer-account.ts";

/** On a server whose database an operator of another process can work on. */
const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => use(servers().first.url),
});

test("a shopper sends a transfer, the bank's file tells of it, and the shop gets its webhook", async ({
  page,
  request,
  browser,
}, info) => {
  const receiver = await startReceiver();
  const server = await openTransferAccount(page, request);
  await server.addEndpoint(receiver.url);
  const { id, redirectUrl, externalId } = await server.create();
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const shopper = await context.newPage();
  await hostShop(shopper, SHOP);
  const reference = await chooseTransfer(shopper, redirectUrl);
  await expectAccessible(shopper);
  await shopper.screenshot({ path: info.outputPath("transfer.png"), fullPage: true });
  await shopper.getByRole("button", { name: "Copy: Reference" }).click();
  await expect(shopper.getByText("Copied: Reference")).toBeVisible();
  expect(await shopper.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await shopper.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(shopper);
  await shopper.screenshot({ path: info.outputPath("transfer-320.png"), fullPage: true });
  await shopper.setViewportSize({ width: 1280, height: 800 });

  await shopper.getByRole("button", { name: "I have sent the transfer" }).click();
  await expect(
    shopper.getByRole("heading", { name: "We are waiting for your transfer" }),
  ).toBeVisible();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await expect(shopper.getByRole("link", { name: "Bank transfer" })).toBeHidden();
  await expectAccessible(shopper);
  await shopper.screenshot({ path: info.outputPath("waiting.png"), fullPage: true });

  await page.goto(`/console/payments/${id}`);
  await expect(page.getByText("The payer says that a bank transfer is on its way.")).toBeVisible();
  await page.goto("/console/payments");
  await page.getByRole("link", { name: "Bank transfers", exact: true }).click();
  await expect(page.getByText("No transfer yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("File", { exact: true }).setInputFiles(bankFile(reference));
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByRole("heading", { name: "What came of november.xml" })).toBeVisible();
  const row = page.getByRole("table", { name: "Transfers of the file" }).getByRole("row").last();
  await expect(row).toContainText("Paid");
  await expect(row).toContainText(externalId);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("console.png"), fullPage: true });

  // The shopper's page follows by itself, and goes where the shop wants it.
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${externalId}`, { timeout: 20_000 });
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
  const story = page.getByRole("region", { name: "What happened" });
  await expect(story.getByText("The payer said to have sent a bank transfer")).toBeVisible();
  await expect(story.getByText("Your bank's file told of a transfer: Paid")).toBeVisible();
  await context.close();
  await receiver.close();
});

test("a phone shows the details before the code", async ({ page, request, browser }) => {
  const server = await openTransferAccount(page, request);
  const { redirectUrl } = await server.create();
  const phone = await takePhone(browser);
  await phone.goto(`${redirectUrl}&view=transfer&lang=de`);
  await expect(phone.getByRole("heading", { name: "Per Überweisung zahlen" })).toBeVisible();
  const [details, code] = await Promise.all([
    phone.getByText("NL91 ABNA 0417 1643 00").boundingBox(),
    phone.getByRole("img", { name: /QR-Code eines Tests/ }).boundingBox(),
  ]);
  expect(details?.y ?? 0).toBeLessThan(code?.y ?? 0);
  await phone.goto(`${redirectUrl}&view=transfer&lang=ar`);
  await expectAccessible(phone);
  await phone.context().close();
});

test("with JavaScript off a transfer is sent and taken back, and a file is read", async ({
  page,
  request,
  playwright,
}) => {
  const server = await openTransferAccount(page, request);
  const { redirectUrl, externalId } = await server.create();
  // Playwright's own switch reaches pages too late at times.
  const plain = await playwright.chromium.launch(
    browserOptions("--blink-settings=scriptEnabled=false"),
  );
  const shopper = await (await plain.newContext()).newPage();
  await hostShop(shopper, SHOP);
  await chooseTransfer(shopper, redirectUrl);
  await expect(shopper.getByRole("button", { name: "Copy: IBAN" })).toBeHidden();
  await shopper.getByRole("button", { name: "I have sent the transfer" }).click();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await shopper.getByRole("link", { name: "I did not send it" }).click();
  await expect(shopper).toHaveTitle("Did you not send the transfer?");
  await shopper.getByRole("button", { name: "I did not send it", exact: true }).click();
  await expect(shopper).toHaveURL(`${SHOP}/sorry?externalId=${externalId}`, { timeout: 20_000 });

  const second = await server.create();
  const reference = await chooseTransfer(shopper, second.redirectUrl);
  const storageState = await page.context().storageState();
  const baseURL = servers().first.url;
  const member = await (await plain.newContext({ storageState, baseURL })).newPage();
  await member.goto("/console/payments/transfers");
  await member.getByRole("button", { name: "Read the file" }).click();
  await expect(member.getByText("Please choose a file first.")).toBeVisible();
  await member.getByLabel("File", { exact: true }).setInputFiles(bankFile(reference));
  await member.getByRole("button", { name: "Read the file" }).click();
  await expect(member.getByRole("heading", { name: "What came of november.xml" })).toBeVisible();
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${second.externalId}`, {
    timeout: 20_000,
  });
  await plain.close();
});

for (const scripts of ["on", "off"]) {
  test(`a transfer can be reported when the time to pay is over, with JavaScript ${scripts}`, async ({
    page,
    request,
    playwright,
  }, info) => {
    const server = await openTransferAccount(page, request);
    // Its payments are over after nine seconds.
    const { redirectUrl, externalId } = await server.create({}, servers().second.url);
    const chromium = await playwright.chromium.launch(
      browserOptions(`--blink-settings=scriptEnabled=${scripts === "on"}`),
    );
    const shopper = await (await chromium.newContext()).newPage();
    await hostShop(shopper, SHOP);
    await shopper.goto(`${redirectUrl}&view=transfer`);
    await expect(shopper.getByRole("heading", { name: "Send a bank transfer" })).toBeVisible();
    const over = shopper.getByRole("heading", { name: "The time to pay is over" });
    await expect(over).toBeVisible({ timeout: 30_000 });
    await expect(shopper).toHaveTitle("Expired");
    await expect(shopper.locator("main").getByText(/\b\d:\d\d\b/)).toHaveCount(0);
    await expect(shopper.getByRole("link", { name: "Pay with your bank" })).toHaveCount(0);
    // Without scripts the page reloads every few seconds, which ends the check.
    if (scripts === "on") await expectAccessible(shopper);
    await shopper.screenshot({ path: info.outputPath("over.png"), fullPage: true });
    await shopper.getByRole("link", { name: "Cancel" }).click();
    await expect(shopper).toHaveTitle("Cancel payment?");
    await shopper.getByRole("link", { name: "No, go on paying" }).click();
    await expect(over).toBeVisible();
    await shopper.getByRole("button", { name: "I have sent the transfer" }).click();
    await expect(shopper).toHaveTitle("Waiting for your transfer");
    await shopper.getByRole("link", { name: "I did not send it" }).click();
    await shopper.getByRole("button", { name: "I did not send it", exact: true }).click();
    await expect(shopper).toHaveURL(`${SHOP}/sorry?externalId=${externalId}`, { timeout: 20_000 });
    await chromium.close();
  });
}
