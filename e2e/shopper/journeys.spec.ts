import { expect, type Locator, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail, bankButton, decideAtBank, readCode, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { IBAN, test as withAccount } from "../merchant/console-account.ts";
import { PASSWORD, readLink, someAddress } from "../merchant/console-user.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";

type Figures = { taps: number; fields: number; pages: number };

/** `detours`: returns to the overview to find the way on. */
type MerchantFigures = { taps: number; fields: number; detours: number };

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

function report<F extends Figures | MerchantFigures>(name: string, figures: F, most: F): void {
  const counts = Object.entries(figures);
  test.info().annotations.push({ type: name, description: JSON.stringify(figures) });
  process.stdout.write(`${name}: ${counts.map(([key, count]) => `${count} ${key}`).join(", ")}\n`);
  expect(Object.keys(figures)).toEqual(Object.keys(most));
  for (const [key, limit] of Object.entries(most)) {
    const count = counts.find(([counted]) => counted === key)?.[1];
    expect(count, `${name}: ${key}`).toBeLessThanOrEqual(limit);
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

/** Counts what a merchant does in the console; mail counts as one tap on its link. */
function countMerchant(page: Page) {
  const figures: MerchantFigures = { taps: 0, fields: 0, detours: -1 };
  page.on("framenavigated", (frame) => {
    const isOverview = frame === page.mainFrame() && new URL(frame.url()).pathname === "/console";
    if (isOverview) figures.detours++;
  });
  return {
    figures,
    async tap(name: string): Promise<void> {
      figures.taps++;
      const main = page.getByRole("main");
      const button = main.getByRole("button", { name, exact: true });
      const target = button.or(main.getByRole("link", { name, exact: true })).first();
      await target.click();
    },
    async fill(label: string, value: string): Promise<void> {
      figures.fields++;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
    async follow(link: string): Promise<void> {
      figures.taps++;
      await page.goto(link);
    },
  };
}

test("a merchant from sign-up to a verified webhook", async ({ page }) => {
  const { figures, tap, fill, follow } = countMerchant(page);
  const email = anEmail();
  // Mails are limited per network address.
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": someAddress() });
  await page.goto(`${servers().app.url}/console/sign-up`);
  await fill("E-mail address", email);
  await tap("Send link");
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await follow(await readLink(page, email, "/console/confirm"));
  await fill("Your name", "Robin Quay");
  await fill("Company", "Harbour Books");
  await fill("Password", PASSWORD);
  await tap("Create account");

  await tap("Enter company and IBAN");
  await fill("IBAN", IBAN);
  await tap("Save IBAN");
  await tap("Create API key");
  await tap("I've saved the key");
  await tap("Add endpoint");
  await tap("Create test payment");
  await tap("Pay at the sandbox bank");
  await expect(page.getByRole("heading", { name: "Your first payment works" })).toBeVisible();
  await tap("Show the webhook");
  const events = page.getByRole("region", { name: "Received" }).getByRole("listitem");
  await expect(events.first()).toContainText(/Payment succeeded.*Signature verified/s);
  report("merchant, sign-up to a verified webhook", figures, { taps: 18, fields: 8, detours: 0 });
});
