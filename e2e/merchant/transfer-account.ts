import { eq } from "drizzle-orm";
import { expect, type Page } from "playwright/test";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { type MadeEntry, makeStatement } from "#lib/testing/statements.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { expectScannable } from "../kit/qr-code.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test as withAccount } from "./console-account.ts";

export const SHOP = "https://books.example";

type Payment = Awaited<ReturnType<ReturnType<typeof createMerchantServer>["create"]>>;

type TransferShop = {
  create(): Promise<Payment>;
  read(id: string): Promise<{ status: string }>;
  /** The reference that the transfer must contain. */
  transferReference(payment: Payment): Promise<string>;
  report(payment: Payment): Promise<void>;
  change(payment: Payment, values: Partial<typeof transactions.$inferInsert>): Promise<void>;
  reportedAt(payment: Payment, time: Date): Promise<void>;
};

/** The owner is signed in. */
export const test = withAccount.extend<{ transferShop: TransferShop }>({
  transferShop: async ({ product: { db, services }, account, request }, use) => {
    const { accountId } = account;
    const payee = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
    await services.accounts.confirmPayee({ accountId, ...payee });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test" });
    const server = createMerchantServer(request, servers().app, key);
    await use({
      read: server.read,
      create: () => server.create({ successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` }),
      async transferReference({ id }) {
        return (await services.transactions.findById(id))?.transferReference ?? "";
      },
      report: ({ reference }) => services.transfers.reportSent(reference),
      async change({ id }, values) {
        await db.update(transactions).set(values).where(eq(transactions.id, id));
        // An open page knows when its order expires, and reads it again only if something is announced.
        await notify(db, "bankside_transaction", id);
      },
      async reportedAt({ id }, reportedAt) {
        const isOf = eq(expectedTransfers.transactionId, id);
        await db.update(expectedTransfers).set({ reportedAt }).where(isOf);
      },
    });
  },
});

export const bankFile = (reference: string, more = {}) => ({
  name: "november.xml",
  mimeType: "application/xml",
  buffer: Buffer.from(
    makeStatement({ entries: [{ reference, bankRef: crypto.randomUUID(), ...more }] }),
  ),
});

/** Returns the reference from the QR code. */
export async function chooseTransfer(shopper: Page, redirectUrl: string): Promise<string> {
  await shopper.goto(redirectUrl);
  await shopper.getByRole("link", { name: "Bank transfer" }).click();
  await expect(shopper.getByRole("heading", { name: "Send a bank transfer" })).toBeVisible();
  const code = shopper.getByRole("img", { name: /Test QR code/ });
  // Banking apps have no test mode, so a test code can't be paid.
  const [tag, , reference = ""] = (await scanQr(code)).split("\n");
  expect(tag).toBe("TEST");
  // As EPC069-12 requires.
  await expectScannable(code, { levels: ["M"], highestVersion: 13 });
  await expect(shopper.getByText("Test payment. Don’t send any money")).toBeVisible();
  expect(reference).toMatch(/^RF\d{14}$/);
  const grouped = reference.replace(/(.{4})(?=.)/g, "$1 ");
  await expect(shopper.getByText(grouped)).toBeVisible();
  await expect(shopper.getByText("NL91 ABNA 0417 1643 00")).toBeVisible();
  await expect(code).toHaveAccessibleName(new RegExp(`reference ${reference}\\.`));
  return reference;
}

export async function sendFile(page: Page, entries: MadeEntry[]): Promise<void> {
  const buffer = Buffer.from(makeStatement({ entries }));
  await page.getByLabel("File", { exact: true }).setInputFiles({ ...bankFile(""), buffer });
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByRole("heading", { name: "Results for november.xml" })).toBeVisible();
}
