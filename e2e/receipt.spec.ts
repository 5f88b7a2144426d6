import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { createApp, makeAccount, openWebview } from "./app-user.ts";
import { findTroubles } from "./fits.ts";
import { createMerchantServer } from "./merchant.ts";
import { readPdf } from "./pdf.ts";
import { anEmail, chooseBank, decideAtBank, pickBank, takePhone } from "./people.ts";
import { servers } from "./servers.ts";

const RECEIPT = { name: "Receipt", exact: true } as const;
const IBAN = "NL91 ABNA 0417 1643 00";

async function pay(request: APIRequestContext) {
  const merchant = createMerchantServer(request, servers().app);
  const made = await merchant.create();
  await merchant.drive(made.id, "approve");
  return { ...made, path: `/checkout/receipt?reference=${made.reference}` };
}

const fact = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

test("a paid checkout leads to its receipt, which has all that was paid", async ({
  page,
  request,
}) => {
  const { redirectUrl, externalId, reference } = await pay(request);
  await page.goto(redirectUrl);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", RECEIPT).click();
  const receipt = await opening;
  await expect(receipt.getByRole("heading", { level: 1, ...RECEIPT })).toBeVisible();
  await expect(receipt.getByText("Test mode – not a payment")).toBeVisible();
  const facts = [
    ["IBAN", IBAN],
    ["Amount", "€12.50"],
    ["Order", externalId],
    ["Reference", reference],
    ["Time", "UTC"],
  ];
  for (const [label = "", value = ""] of facts) {
    await expect(fact(receipt, label)).toContainText(value);
  }
  await expect(fact(receipt, "Paid through"), "for the payer's own browser").toHaveCount(0);
  const policy = (await receipt.request.get(receipt.url())).headers()["content-security-policy"];
  const checkout = (await page.request.get(redirectUrl)).headers()["content-security-policy"];
  const ancestors = /frame-ancestors [^;]+/;
  expect(ancestors.exec(policy ?? "")?.[0]).toBe(ancestors.exec(checkout ?? "")?.[0]);
});

test("there is no receipt of what was not paid, or of no payment", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference, redirectUrl } = await merchant.create();
  await page.goto(`/checkout/receipt?reference=${reference}`);
  await expect(page).toHaveURL(redirectUrl);
  for (const query of [
    "",
    "?reference=AAAAAAAAAAAAAAAAAAAAAA",
    "?shared=txn_x.y",
    "?shared=a&shared=b",
  ]) {
    const answer = await page.goto(`/checkout/receipt${query}`);
    expect(answer?.status(), query).toBe(404);
    await expect(page.getByRole("heading", { name: "This payment can’t be shown" })).toBeVisible();
  }
});

test("what is shared shows the receipt without the bank, and opens nothing else", async ({
  page,
  context,
  browser,
  request,
}) => {
  const { path, id, reference } = await pay(request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Browsers on desktops have no sheet for sharing; where there is one, it is not for a test.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await page.goto(path);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page.getByText("Link to the receipt copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain(reference);
  const other = await (await browser.newContext()).newPage();
  const answer = await other.goto(link);
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(fact(other, "Amount")).toContainText("€12.50");
  await expect(fact(other, "Reference")).toContainText(id);
  await expect(fact(other, "IBAN")).toContainText("NL•• •••• 4300");
  await expect(fact(other, "Paid through")).toHaveCount(0);
  expect(await answer?.text()).not.toContain(reference);
  await expect(other.getByRole("link", { name: "Share" })).toHaveCount(0);
  await other.context().close();
});

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

test("printing is one press away", async ({ page, request }) => {
  const { path } = await pay(request);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.goto(path);
  await page.getByRole("button", { name: "Print or save" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", "");
});

test("the payer's own receipt names the bank to the browser that paid, also where the checkout is on another host", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference } = await merchant.create();
  const phone = await takePhone(browser);
  await phone.goto(`/pay/${reference}`);
  await chooseBank(phone);
  await decideAtBank(phone, "Approve");
  await expect(phone.getByRole("heading", { name: "Paid" })).toBeVisible();
  await phone.getByRole("link", RECEIPT).click();
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
    await expect(fact(page, "Amount")).toContainText("€12.50");
    await expect(fact(page, "Paid through"), address).toHaveCount(0);
  }
});

test("in an app's webview the receipt belongs to the session", async ({ browser, request }) => {
  const { first } = servers();
  const account = makeAccount(first, { isWhitelisted: true });
  const app = createApp(request, first, account.keys.direct);
  const jwt = await app.logIn({ email: anEmail() });
  const { redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  await page.goto(app.link(redirectUrl, jwt));
  await pickBank(page);
  await decideAtBank(page, "Approve");
  await page.getByRole("link", RECEIPT).click();
  await expect(fact(page, "Paid through")).toContainText("Sandbox Bank");
  await expect(page).toHaveURL(/\/secure\/[\w-]+\/receipt$/);
  await expect(page.getByRole("heading", { level: 1, ...RECEIPT })).toBeVisible();
  const address = page.url();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  const stranger = await openWebview(browser);
  await stranger.goto(address);
  await expect(stranger.getByRole("heading", { name: "Go back to your app" })).toBeVisible();
});
