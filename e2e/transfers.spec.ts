import { type APIRequestContext, test as base, expect, type Page } from "playwright/test";
import { z } from "zod";
import { makeStatement } from "#lib/testing/statements.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "./accessible.ts";
import { browserOptions } from "./browser.ts";
import { connect } from "./console-routes.ts";
import { signUp } from "./console-user.ts";
import { hostShop } from "./merchant.ts";
import { takePhone } from "./people.ts";
import { startReceiver } from "./receiver.ts";
import { servers } from "./servers.ts";

const IBAN = "NL91ABNA0417164300";
const SHOP = "https://books.example";

/** On a server whose database an operator of another process can work on. */
const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => use(servers().first.url),
});

/** The operator confirms the IBAN of the account that `page` is in. */
async function confirmPayee(page: Page) {
  const account = await page.locator("input[name=shownAccount]").first().getAttribute("value");
  const { services } = connect();
  const payee = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
  await services.accounts.confirmPayee({ accountId: account ?? "", ...payee });
  await services.close();
}

/** A new account that takes transfers, with a key: its owner is signed in on `page`, its server is what is answered. */
async function openAccount(page: Page, request: APIRequestContext) {
  await signUp(page, { url: servers().first.url });
  await page.goto("/console/settings/company");
  await page.getByLabel("IBAN", { exact: true }).fill(IBAN);
  await page.getByLabel("Account holder").fill("Harbour Books Ltd");
  await page.getByRole("button", { name: "Save IBAN" }).click();
  await expect(page.getByText("Works in test mode", { exact: true })).toBeVisible();
  const offer = page.getByRole("button", { name: "Offer bank transfers" });
  await expect(page.getByText("This needs an IBAN that the service has confirmed")).toBeVisible();
  await expect(offer).toHaveCount(0);
  await confirmPayee(page);
  await page.reload();
  await offer.click();
  await expect(page.getByText("Offered", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/console/installations/web");
  await page.getByRole("button", { name: "Create API key" }).click();
  const key = await page
    .getByText(/^sk_test_[\w-]{43}$/)
    .first()
    .textContent();
  const headers = { "X-API-Key": key ?? "" };
  return {
    async create(fields: Record<string, unknown> = {}) {
      const externalId = crypto.randomUUID();
      const urls = { successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` };
      const data = { amount: 1250, currency: "EUR", externalId, ...urls, ...fields };
      const answer = await request.post(`${servers().first.url}/api/transactions`, {
        headers,
        data,
      });
      expect(answer.status()).toBe(201);
      const created = z.object({ id: z.string(), redirectUrl: z.string() });
      return { ...created.parse(await answer.json()), externalId };
    },
    async addEndpoint(url: string) {
      await page.goto("/console/webhooks/new");
      await page.getByLabel("Callback URL").fill(url);
      await page.getByRole("button", { name: "Add endpoint" }).click();
      await expect(page.getByText(/^whsec_/).first()).toBeVisible();
    },
  };
}

const file = (reference: string, more = {}) => ({
  name: "november.xml",
  mimeType: "application/xml",
  buffer: Buffer.from(
    makeStatement({ entries: [{ reference, bankRef: crypto.randomUUID(), ...more }] }),
  ),
});

/** Chooses the transfer and answers its reference, as its code has it. */
async function chooseTransfer(shopper: Page, redirectUrl: string): Promise<string> {
  await shopper.goto(redirectUrl);
  await shopper.getByRole("link", { name: "Bank transfer" }).click();
  await expect(shopper.getByRole("heading", { name: "Send a bank transfer" })).toBeVisible();
  const code = shopper.getByRole("img", { name: /QR code of a test/ });
  // Banking apps know no test mode: what they would pay by is in the tests of the encoder.
  const [tag, , reference = ""] = (await scanQr(code)).split("\n");
  expect(tag).toBe("TEST");
  await expect(shopper.getByText("This is a test. Please send no money")).toBeVisible();
  expect(reference).toMatch(/^RF\d{14}$/);
  const grouped = reference.replace(/(.{4})(?=.)/g, "$1 ");
  await expect(shopper.getByText(grouped)).toBeVisible();
  await expect(shopper.getByText("NL91 ABNA 0417 1643 00")).toBeVisible();
  await expect(code).toHaveAccessibleName(new RegExp(`reference ${reference}\\.`));
  return reference;
}

test("a shopper sends a transfer, the bank's file tells of it, and the shop gets its webhook", async ({
  page,
  request,
  browser,
}, info) => {
  const receiver = await startReceiver();
  const server = await openAccount(page, request);
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
  await page.getByLabel("File", { exact: true }).setInputFiles(file(reference));
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

test("money that fits nothing is told apart and dealt with by a note, and by hand", async ({
  page,
  request,
}, info) => {
  const server = await openAccount(page, request);
  const { id, redirectUrl } = await server.create();
  const shopper = await page.context().newPage();
  const reference = await chooseTransfer(shopper, redirectUrl);
  await page.goto("/console/payments/transfers");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles(file(reference, { amount: "12.00" }));
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByText("Ask the shopper for the rest")).toBeVisible();
  await page.screenshot({ path: info.outputPath("open.png"), fullPage: true });
  await page.getByText("Note what you did", { exact: true }).click();
  await page.getByLabel("Note", { exact: true }).fill("The rest came in cash");
  await page.getByRole("button", { name: "Done with it" }).click();
  await expect(page.getByText("Nothing to look into")).toBeVisible();
  await expect(page.getByText("The rest came in cash").first()).toBeVisible();

  await page.goto(`/console/payments/${id}`);
  await page.getByText("Mark as received", { exact: true }).click();
  await page.getByLabel("Amount you received, in EUR").fill("12.00");
  await page.getByRole("button", { name: "Yes, it is on my account" }).click();
  await expect(page.getByText("This is not the amount of the payment.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("mark.png"), fullPage: true });
  await page.getByLabel("Amount you received, in EUR").fill("12,50");
  await page.getByRole("button", { name: "Yes, it is on my account" }).click();
  await expect(page.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(page.getByText("Robin Quay marked a bank transfer as received: Paid")).toBeVisible();
});

test("a member ends a payment whose transfer never came", async ({ page, request }) => {
  const server = await openAccount(page, request);
  const { id, redirectUrl } = await server.create();
  const shopper = await page.context().newPage();
  await chooseTransfer(shopper, redirectUrl);
  await shopper.getByRole("button", { name: "I have sent the transfer" }).click();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await page.goto(`/console/payments/${id}`);
  await page.getByText("Not received: end this payment", { exact: true }).click();
  await page.getByRole("button", { name: "End it as not received" }).click();
  await expect(page.getByText("The payment failed: Time ran out")).toBeVisible();
});

test("a file is read for members alone, and from no other site", async ({ page, request }) => {
  await openAccount(page, request);
  const address = `${servers().first.url}/console/payments/transfers/import`;
  await page.goto("/console/payments/transfers");
  const account = await page.locator("input[name=shownAccount]").first().getAttribute("value");
  const multipart = {
    file: file("RF18539007547034"),
    mode: "test",
    shownAccount: account ?? "",
  };
  const send = async (from: APIRequestContext, origin: string) => {
    const headers = { Origin: origin, Accept: "application/json" };
    const answer = await from.post(address, { headers, multipart });
    return answer.status();
  };
  const { origin } = new URL(servers().first.url);
  expect(await send(page.request, "https://evil.example")).toBe(403);
  expect(await send(request, origin)).toBe(401);
  expect(await send(page.request, origin)).toBe(200);
});

test("a phone shows the details before the code", async ({ page, request, browser }) => {
  const server = await openAccount(page, request);
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
  const server = await openAccount(page, request);
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
  await member.getByLabel("File", { exact: true }).setInputFiles(file(reference));
  await member.getByRole("button", { name: "Read the file" }).click();
  await expect(member.getByRole("heading", { name: "What came of november.xml" })).toBeVisible();
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${second.externalId}`, {
    timeout: 20_000,
  });
  await plain.close();
});
