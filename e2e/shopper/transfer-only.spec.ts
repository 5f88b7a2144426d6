import { type APIRequestContext, expect, type Page } from "playwright/test";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { browserOptions } from "../kit/browser.ts";
import { createMerchantServer, hostShop } from "../kit/merchant.ts";
import { anEmail, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { test as base } from "../kit/shared-context.ts";
import { caughtByApp, createApp, openWebview } from "../payer/app-user.ts";

const SHOP = "https://books.example";
const SCHEME = "harbourbooks";
const IBAN = "NL91ABNA0417164300";

/** How long a page may show old news. */
const NEWS = { timeout: 5_000 };

type Payment = { id: string; externalId: string; redirectUrl: string; reference: string };

type LiveShop = {
  accountId: string;
  keys: { web: string; direct: string };
  create(): Promise<Payment>;
  read(id: string): Promise<{ status: string }>;
  /** The merchant's bank server sends a statement that contains the money. */
  receive(payment: { id: string }): Promise<void>;
};

/** In live mode: the servers have no bank, so a transfer is the only way to pay. */
const test = base.extend<{ shop: LiveShop }>({
  shop: async ({ product: { services }, playwright }, use) => {
    const name = "Harbour Books";
    const { accountId, keys } = await createMerchant(services, {
      name,
      mode: "live",
      iban: IBAN,
      origins: [],
      appSchemes: [SCHEME],
    });
    await services.accounts.confirmPayee({ accountId, iban: IBAN, name, isPrimary: true });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const request: APIRequestContext = await playwright.request.newContext();
    const server = createMerchantServer(request, servers().app, keys.web);
    const { key } = await services.apiKeys.create({
      accountId,
      method: "web",
      mode: "live",
      scopes: ["statements"],
    });
    await use({
      accountId,
      keys,
      read: server.read,
      create: () => server.create({ successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` }),
      async receive({ id }) {
        const found = await services.transactions.findById(id);
        const { amount = 0, transferReference } = found ?? {};
        const entry = {
          amount: (amount / 100).toFixed(2),
          reference: transferReference ?? "",
          bankRef: crypto.randomUUID(),
        };
        const response = await request.post(`${servers().app.url}/api/statements`, {
          headers: { "X-API-Key": key, "Content-Type": "application/xml" },
          data: Buffer.from(makeStatement({ entries: [entry] })),
        });
        expect(response.status()).toBe(202);
        expect(await response.json()).toMatchObject({ status: "done", paid: 1 });
      },
    });
    await request.dispose();
  },
});

const toSend = (page: Page) => page.getByRole("heading", { name: "Send a bank transfer" });
const sent = (page: Page) => page.getByRole("button", { name: "I’ve sent the transfer" });
const copyNames = (page: Page) =>
  page
    .getByRole("button", { name: /^Copy: / })
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.slice(6)));

/** No banks, no tabs and no code by e-mail. */
async function expectOneWay(page: Page): Promise<void> {
  await expect(toSend(page)).toBeVisible();
  await expect(page.getByText(/takes seconds at most banks in the euro area/)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Ways to pay" })).toHaveCount(0);
  await expect(page.getByText(/choose (your|a) bank/i)).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
}

test("a shopper at a desktop scans one code, and the page shows the money's arrival by itself", async ({
  desktop: page,
  shop,
  product,
  request,
}) => {
  await hostShop(page, SHOP);
  const payment = await shop.create();
  await page.goto(payment.redirectUrl);
  await expectOneWay(page);
  await expect(page).toHaveTitle("Transfer €12.50 to Harbour Books");
  const code = page.getByRole("img", { name: /^QR code for banking apps/ });
  const [tag, , , , , payee, iban, amount, , reference = ""] = (await scanQr(code)).split("\n");
  expect([tag, payee, iban, amount]).toEqual(["BCD", "Harbour Books", IBAN, "EUR12.50"]);
  await expect(page.getByText(reference.replace(/(.{4})(?=.)/g, "$1 "))).toBeVisible();
  expect(await copyNames(page)).toEqual(["Payee", "IBAN", "Amount", "Reference"]);
  await expectAccessible(page);

  // The money may come before the shopper reports it.
  await shop.receive(payment);
  await expect(page).toHaveURL(`${SHOP}/thanks?externalId=${payment.externalId}`, NEWS);
  expect((await shop.read(payment.id)).status).toBe("succeeded");

  const second = await shop.create();
  await page.goto(second.redirectUrl);
  await sent(page).click();
  await expect(
    page.getByRole("heading", { name: "We are waiting for your transfer" }),
  ).toBeVisible();
  await expectAccessible(page);
  await shop.receive(second);
  await expect(page).toHaveURL(`${SHOP}/thanks?externalId=${second.externalId}`, NEWS);

  const last = await shop.create();
  await product.services.accounts.setTakesTransfers(shop.accountId, false, "operator");
  await page.goto(last.redirectUrl);
  await expect(toSend(page), "an order that exists can still be paid").toBeVisible();
  const refused = await request.post(`${servers().app.url}/api/transactions`, {
    headers: { "X-API-Key": shop.keys.web },
    data: { amount: 1250, currency: "EUR", externalId: "order-1" },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "no_way_to_pay"]);
});

test("a shopper with a phone copies the details, also from the link of the order", async ({
  browser,
  shop,
}) => {
  const payment = await shop.create();
  const phone = await takePhone(browser);
  await hostShop(phone, SHOP);
  for (const address of [payment.redirectUrl, `/pay/${payment.reference}`]) {
    await phone.goto(new URL(address, servers().app.url).href);
    await expectOneWay(phone);
    expect(await copyNames(phone)).toEqual(["Amount", "IBAN", "Reference", "Payee"]);
    await expect(phone.getByRole("img", { name: /QR code/ })).toBeHidden();
    await expect(phone.getByText(/scan/i)).toHaveCount(0);
    await phone.getByText("Pay with another device").click();
    await expect(phone.getByRole("img", { name: /QR code/ })).toBeVisible();
    await expectAccessible(phone);
  }
  await expect(phone).toHaveURL(/\/pay\/[\w-]+\/result$/);
  await sent(phone).click();
  await expect(phone).toHaveTitle("Waiting for your transfer");
  await phone.getByRole("link", { name: "I didn’t send it" }).click();
  await phone.getByRole("link", { name: "I’ve sent it, keep waiting" }).click();
  await shop.receive(payment);
  await expect(phone.getByRole("heading", { name: "Paid €12.50" })).toBeVisible(NEWS);

  const second = await shop.create();
  await phone.goto(`${servers().app.url}/pay/${second.reference}/bank`);
  await expectOneWay(phone);
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(phone.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await phone.context().close();
});

test("a transfer is sent, reported and found with JavaScript off", async ({ playwright, shop }) => {
  const plain = await playwright.chromium.launch(
    browserOptions("--blink-settings=scriptEnabled=false"),
  );
  const shopper = await (await plain.newContext()).newPage();
  await hostShop(shopper, SHOP);
  const payment = await shop.create();
  await shopper.goto(payment.redirectUrl);
  await expectOneWay(shopper);
  await sent(shopper).click();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await shop.receive(payment);
  await expect(shopper.getByRole("heading", { name: "Paid €12.50" })).toBeVisible(NEWS);
  await expect(shopper).toHaveURL(`${SHOP}/thanks?externalId=${payment.externalId}`);

  const second = await shop.create();
  await shopper.goto(`${servers().app.url}/pay/${second.reference}`);
  await expectOneWay(shopper);
  const refresh = shopper.locator("meta[http-equiv=refresh]");
  expect(Number(await refresh.getAttribute("content"))).toBeLessThan(5);
  await sent(shopper).click();
  await expect(shopper).toHaveTitle("Waiting for your transfer");
  await shopper.getByRole("link", { name: "I didn’t send it" }).click();
  await shopper.getByRole("button", { name: "I didn’t send it", exact: true }).click();
  await expect(shopper.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await plain.close();
});

test("an app's user sends a transfer, goes back to the app while waiting, and returns when it is paid", async ({
  browser,
  request,
  shop,
}) => {
  const app = createApp(request, servers().app, shop.keys.direct);
  const jwt = await app.logIn({ email: anEmail() });
  const { id, redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser, "Android");
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await expectOneWay(page);
  expect(await copyNames(page)).toEqual(["Amount", "IBAN", "Reference", "Payee"]);
  await sent(page).click();
  await expect(
    page.getByRole("heading", { name: "We are waiting for your transfer" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveAttribute(
    "href",
    `${SCHEME}://?status=processing&transactionId=${id}`,
  );
  await expectAccessible(page);
  const returned = caughtByApp(page, SCHEME);
  await shop.receive({ id });
  expect(await returned).toEqual({ status: "succeeded", transactionId: id });
  await page.context().close();
});
