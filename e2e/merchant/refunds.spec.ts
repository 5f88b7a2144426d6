import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import {
  formatCreditorReference,
  parseCreditorReference,
} from "#lib/platform/values/creditor-reference.ts";
import { makeReply } from "#lib/testing/replies.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expectScannable } from "../kit/qr-code.ts";
import { servers } from "../kit/servers.ts";
import { bankFile, test } from "./transfer-account.ts";

const PAYER = "DE89370400440532013000";

/** A bank's file that names the payer's account. */
function paidFrom(iban: string, reference: string) {
  const details = `<TxDtls><RltdPties><Dbtr><Pty><Nm>Ada Payer</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`;
  const entries = [{ details: [details], bankRef: crypto.randomUUID() }];
  return { ...bankFile(""), buffer: Buffer.from(makeStatement({ entries })) };
}

async function importFile(page: Page, file: ReturnType<typeof bankFile>) {
  await page.goto("/console/payments/transfers");
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByRole("heading", { name: /november.xml/ })).toBeVisible();
}

test("a payment is refunded in part in the console and the rest by API, and the bank's file ends both", async ({
  page,
  request,
  account: { accountId },
  product: { services },
  transferShop: shop,
}) => {
  const payment = await shop.create();
  await importFile(page, paidFrom(PAYER, await shop.transferReference(payment)));

  await page.goto(`/console/payments/${payment.id}`);
  const card = page.getByRole("region", { name: "Refunds" });
  await card.getByText("Refund", { exact: true }).click();
  await expect(card.getByLabel("Amount in EUR")).toHaveValue("12.50");
  await card.getByLabel("Amount in EUR").fill("12.51");
  await card.getByRole("button", { name: "Create refund" }).click();
  await expect(card.getByText("This is more than what is left")).toBeVisible();
  await card.getByLabel("Amount in EUR").fill("4,50");
  await card.getByLabel("Reason").fill("One book came back");
  await expectAccessible(page);
  await card.getByRole("button", { name: "Create refund" }).click();
  await expect(card.getByText("To send", { exact: true })).toBeVisible();
  await expect(card.getByText("€8.00 can be refunded.")).toBeVisible();

  const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test" });
  const headers = { "X-API-Key": key };
  const refunds = `${servers().app.url}/api/transactions/${payment.id}/refunds`;
  const rest = await (await request.post(refunds, { headers, data: {} })).json();
  expect(rest).toMatchObject({ amount: 800, status: "ready", payeeAccount: "known" });
  const transaction = `${servers().app.url}/api/transactions/${payment.id}`;
  const read = await (await request.get(transaction, { headers })).json();
  expect(read).toMatchObject({ refundedAmount: 1250, refundCount: 2 });

  await page.goto("/console/refunds");
  const ready = page.getByRole("region", { name: "To send" });
  await expect(ready.getByRole("listitem")).toHaveCount(2);
  await ready.getByRole("button", { name: "Show the account" }).first().click();
  await expect(ready.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
  await expect(ready.getByText("Ada Payer")).toBeVisible();
  const code = ready.getByRole("img", { name: /Test QR code/ });
  const [tag, , reference = ""] = (await scanQr(code)).split("\n");
  expect([tag, parseCreditorReference(reference)]).toEqual(["TEST", reference]);
  await expect(ready.getByText(formatCreditorReference(reference))).toBeVisible();
  await expectScannable(code, { levels: ["M"], highestVersion: 13 });
  await expectAccessible(page);
  await ready.getByRole("button", { name: "Create a file for your bank" }).click();
  await expect(ready.getByText("No refund waits to be sent.")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("<CtrlSum>12.50</CtrlSum>");

  // The sandbox bank plays the merchant's.
  await page.getByRole("link", { name: "Go to the sandbox bank" }).click();
  await page.getByLabel("File").setInputFiles({ ...bankFile(""), buffer: Buffer.from(file) });
  await page.getByRole("button", { name: "Send file" }).click();
  await expect(page.getByRole("heading", { name: "Ada Payer" })).toHaveCount(2);
  await expectAccessible(page);
  const bank = page.url();
  const written = async (name: RegExp) => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    return { ...bankFile(""), buffer: await readFile(await (await download).path()) };
  };
  await importFile(page, await written(/the payments were sent/));
  await page.goto(`/console/payments/${payment.id}`);
  await expect(card.getByText("Refunded", { exact: true })).toHaveCount(2);
  const ended = await (await request.get(refunds, { headers })).json();
  expect(ended.data.map(({ status }: { status: string }) => status)).toEqual([
    "succeeded",
    "succeeded",
  ]);

  await page.goto(bank);
  await importFile(page, await written(/they were sent, and came back/));
  await page.goto("/console");
  await expect(page.getByText("2 reports of banks on refunds need a look.")).toBeVisible();
  await page.getByRole("link", { name: "View refunds" }).click();
  const findings = page.getByRole("region", { name: "To look at" });
  await expect(findings.getByText("€4.50 that you refunded came back")).toBeVisible();
  await expectAccessible(page);
  for (const left of [1, 0]) {
    await findings.getByRole("button", { name: "Mark as seen" }).first().click();
    await expect(findings.getByRole("listitem")).toHaveCount(left);
  }
});

test("a status report of the bank ends the refunds that it refuses", async ({
  page,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  await importFile(page, paidFrom(PAYER, await shop.transferReference(payment)));
  await page.goto(`/console/payments/${payment.id}`);
  const card = page.getByRole("region", { name: "Refunds" });
  await card.getByText("Refund", { exact: true }).click();
  await card.getByRole("button", { name: "Create refund" }).click();
  await expect(card.getByText("To send", { exact: true })).toBeVisible();
  await page.goto("/console/refunds");
  await page.getByRole("button", { name: "Create a file for your bank" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  const [, messageId = ""] = /<MsgId>([^<]+)</.exec(file) ?? [];
  const reply = makeReply({ messageId, status: "RJCT", parts: [] });
  await importFile(page, { ...bankFile(""), buffer: Buffer.from(reply) });
  await expect(page.getByText("Your bank refuses 1 refund: see Refunds.")).toBeVisible();
  await page.goto(`/console/payments/${payment.id}`);
  await expect(card.getByText("Your bank did not execute it.")).toBeVisible();
});

test("a payer enters the account by a link that works once, also without scripts", async ({
  page,
  browser,
  transferShop: shop,
}) => {
  const payment = await shop.create();
  await importFile(page, bankFile(await shop.transferReference(payment)));
  await page.goto(`/console/payments/${payment.id}`);
  const card = page.getByRole("region", { name: "Refunds" });
  await card.getByText("Refund", { exact: true }).click();
  await card.getByRole("button", { name: "Create refund" }).click();
  await card.getByRole("button", { name: "Create a link for the payer" }).click();
  const notice = card.getByText(/Send this link to the payer/);
  const [link = ""] = /https?:\S+/.exec((await notice.textContent()) ?? "") ?? [];

  const scripted = await browser.newPage();
  await scripted.goto(`${link}?lang=en`);
  await expect(
    scripted.getByRole("heading", { name: "Where should your refund go?" }),
  ).toBeVisible();
  await expect(scripted.getByText("€12.50")).toBeVisible();
  await expect(scripted.getByRole("complementary", { name: /Test mode/ })).toBeVisible();
  await expectAccessible(scripted);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const payer = await plain.newPage();
  await payer.goto(`${link}?lang=en`);
  await payer.getByLabel("Your IBAN").fill("DE00 1234");
  await payer.getByLabel("Account holder").fill("Ada Payer");
  await payer.getByRole("button", { name: "Save account" }).click();
  await expect(payer.getByText("Enter a valid IBAN, such as")).toBeVisible();
  expect(payer.url()).not.toMatch(/1234|Ada/);
  await payer.getByLabel("Your IBAN").fill("DE89 3704 0044 0532 0130 00");
  await payer.getByLabel("Account holder").fill("Ada Payer");
  await payer.getByRole("button", { name: "Save account" }).click();
  await expect(payer.getByRole("heading", { name: "Account saved" })).toBeVisible();
  await plain.close();

  await scripted.getByLabel("Your IBAN").fill("FR1420041010050500013M02606");
  await scripted.getByLabel("Account holder").fill("Mallory");
  await scripted.getByRole("button", { name: "Save account" }).click();
  await expect(scripted.getByRole("heading", { name: "Account saved" })).toBeVisible();
  await scripted.goto(`${link.slice(0, -1)}x?lang=de`);
  await expect(
    scripted.getByRole("heading", { name: "Dieser Link funktioniert nicht mehr" }),
  ).toBeVisible();
  await scripted.close();
  await page.goto("/console/refunds");
  await page.getByRole("button", { name: "Show the account" }).click();
  await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
});
