import { expect, type Locator, type Page, test } from "playwright/test";
import { IBAN, test as withAccount } from "./console-account.ts";
import { takeKnownPhone } from "./known-payer.ts";
import { createMerchantServer } from "./merchant.ts";
import { anEmail, bankButton, decideAtBank, readCode, takePhone } from "./people.ts";
import { servers } from "./servers.ts";

type Figures = { taps: number; fields: number; pages: number };

/** Counts what a payer does on our pages; the bank's own pages don't count. */
function countOn(page: Page) {
  const figures: Figures = { taps: 0, fields: 0, pages: 0 };
  let shown = "";
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const { origin, pathname } = new URL(frame.url());
    if (origin === "null" || pathname === shown) return;
    shown = pathname;
    if (!pathname.startsWith("/sandbox/bank")) figures.pages++;
  });
  return {
    figures,
    async tap(target: Locator): Promise<void> {
      figures.taps++;
      await target.click();
    },
    async fill(name: string, value: string): Promise<void> {
      figures.fields++;
      await page.locator(`main input[name=${name}]`).fill(value);
    },
  };
}

type Count = ReturnType<typeof countOn>;

async function verify(phone: Page, { tap, fill }: Count): Promise<void> {
  const email = anEmail();
  await fill("email", email);
  await tap(phone.locator("main form:has(input[name=email]) button"));
  await phone.locator("main input[name=code]").waitFor();
  await fill("code", await readCode(phone, email));
}

async function pay(phone: Page, link: string, needsCode: boolean): Promise<Figures> {
  const count = countOn(phone);
  await phone.goto(link);
  if (needsCode) await verify(phone, count);
  await count.tap(bankButton(phone));
  await decideAtBank(phone, "Approve");
  await expect(phone).toHaveURL(/\/result/);
  return count.figures;
}

function report(name: string, figures: Figures, most: Figures): void {
  const { taps, fields, pages } = figures;
  test.info().annotations.push({ type: name, description: JSON.stringify(figures) });
  process.stdout.write(`${name}: ${taps} taps, ${fields} fields, ${pages} pages\n`);
  for (const key of ["taps", "fields", "pages"] as const) {
    expect(figures[key], `${name}: ${key}`).toBeLessThanOrEqual(most[key]);
  }
}

const order = (reference: string) => `${servers().app.url}/pay/${reference}`;

test("a phone after the scan, first time, with a code", async ({ browser, request }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const figures = await pay(await takePhone(browser), order(reference), true);
  report("phone, first time, with a code", figures, { taps: 2, fields: 2, pages: 4 });
});

test("a phone of a returning payer", async ({ browser, request }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const figures = await pay(await takeKnownPhone(browser), order(reference), false);
  report("phone, returning payer", figures, { taps: 1, fields: 0, pages: 2 });
});

withAccount(
  "a phone after the scan, first time, of a shop that asks for no code",
  async ({ browser, request, account: { accountId }, product: { services } }) => {
    const payee = { iban: IBAN, name: "Harbour Books Ltd", isPrimary: true };
    await services.accounts.confirmPayee({ accountId, ...payee });
    await services.accounts.setPayerVerification(accountId, "off", "operator");
    const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test" });
    const { reference } = await createMerchantServer(request, servers().app, key).create();
    const figures = await pay(await takePhone(browser), order(reference), false);
    report("phone, first time, without a code", figures, { taps: 1, fields: 0, pages: 2 });
  },
);
