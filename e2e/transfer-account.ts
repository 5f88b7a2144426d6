import { type APIRequestContext, expect, type Page } from "playwright/test";
import { z } from "zod";
import { makeStatement } from "#lib/testing/statements.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "./accessible.ts";
import { connect } from "./console-routes.ts";
import { signUp } from "./console-user.ts";
import { expectScannable } from "./qr-code.ts";
import { servers } from "./servers.ts";

const IBAN = "NL91ABNA0417164300";
/** Where shoppers of the accounts below are sent back to. */
export const SHOP = "https://books.example";

/** The operator confirms the IBAN of the account that `page` is in. */
async function confirmPayee(page: Page): Promise<string> {
  const account = await page.locator("input[name=shownAccount]").first().getAttribute("value");
  const { services } = connect();
  const payee = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
  await services.accounts.confirmPayee({ accountId: account ?? "", ...payee });
  await services.close();
  return account ?? "";
}

/** A new account that takes transfers, with a key: its owner is signed in on `page`, its server is what is answered. */
export async function openTransferAccount(page: Page, request: APIRequestContext) {
  await signUp(page, { url: servers().first.url });
  await page.goto("/console/settings/company");
  await page.getByLabel("IBAN", { exact: true }).fill(IBAN);
  await page.getByLabel("Account holder").fill("Harbour Books Ltd");
  await page.getByRole("button", { name: "Save IBAN" }).click();
  await expect(page.getByText("Works in test mode", { exact: true })).toBeVisible();
  const offer = page.getByRole("button", { name: "Offer bank transfers" });
  await expect(page.getByText("This needs an IBAN that the service has confirmed")).toBeVisible();
  await expect(offer).toHaveCount(0);
  const accountId = await confirmPayee(page);
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
    accountId,
    /** `at`: the address of the server that makes it, and shows its checkout. */
    async create(fields: Record<string, unknown> = {}, at = servers().first.url) {
      const externalId = crypto.randomUUID();
      const urls = { successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` };
      const data = { amount: 1250, currency: "EUR", externalId, ...urls, ...fields };
      const answer = await request.post(`${at}/api/transactions`, {
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

/** A bank's file with one entry that names `reference`. */
export const bankFile = (reference: string, more = {}) => ({
  name: "november.xml",
  mimeType: "application/xml",
  buffer: Buffer.from(
    makeStatement({ entries: [{ reference, bankRef: crypto.randomUUID(), ...more }] }),
  ),
});

/** Chooses the transfer and answers its reference, as its code has it. */
export async function chooseTransfer(shopper: Page, redirectUrl: string): Promise<string> {
  await shopper.goto(redirectUrl);
  await shopper.getByRole("link", { name: "Bank transfer" }).click();
  await expect(shopper.getByRole("heading", { name: "Send a bank transfer" })).toBeVisible();
  const code = shopper.getByRole("img", { name: /QR code of a test/ });
  // Banking apps know no test mode: what they would pay by is in the tests of the encoder.
  const [tag, , reference = ""] = (await scanQr(code)).split("\n");
  expect(tag).toBe("TEST");
  // EPC069-12 has no codes above version 13.
  await expectScannable(code, { highestVersion: 13 });
  await expect(shopper.getByText("This is a test. Please send no money")).toBeVisible();
  expect(reference).toMatch(/^RF\d{14}$/);
  const grouped = reference.replace(/(.{4})(?=.)/g, "$1 ");
  await expect(shopper.getByText(grouped)).toBeVisible();
  await expect(shopper.getByText("NL91 ABNA 0417 1643 00")).toBeVisible();
  await expect(code).toHaveAccessibleName(new RegExp(`reference ${reference}\\.`));
  return reference;
}
