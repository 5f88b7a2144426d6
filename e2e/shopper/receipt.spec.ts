import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { readPdf } from "../kit/pdf.ts";
import { anEmail, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";
import { fact, openReceipt, pay, RECEIPT } from "./paid-receipt.ts";

const IBAN = "NL91 ABNA 0417 1643 00";

test("a paid checkout links to its receipt, which can be shared without the bank, and printed on one page", async ({
  page,
  context,
  browser,
  request,
}) => {
  const { redirectUrl, id, externalId, reference } = await pay(request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(() => {
    // Desktops have no share sheet, and others can't be tested.
    Reflect.deleteProperty(Navigator.prototype, "share");
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.goto(redirectUrl);
  const opening = page.waitForEvent("popup");
  await openReceipt(page);
  const receipt = await opening;
  await expect(receipt.getByRole("heading", { level: 1, ...RECEIPT })).toBeVisible();
  await expect(receipt.getByText("Test mode – not a payment")).toBeVisible();
  const facts = [
    ["IBAN", IBAN],
    ["Reference", reference],
    ["Time", "UTC"],
  ];
  for (const [label = "", value = ""] of facts) {
    await expect(fact(receipt, label)).toContainText(value);
  }
  for (const shown of ["Bankside Demo Shop", "€12.50", externalId]) {
    await expect(receipt.getByText(shown, { exact: true }), "once").toHaveCount(1);
  }
  await expect(fact(receipt, "Paid through"), "for the payer's own browser").toHaveCount(0);
  const policy = (await receipt.request.get(receipt.url())).headers()["content-security-policy"];
  const checkout = (await page.request.get(redirectUrl)).headers()["content-security-policy"];
  const ancestors = /frame-ancestors [^;]+/;
  expect(ancestors.exec(policy ?? "")?.[0]).toBe(ancestors.exec(checkout ?? "")?.[0]);

  await receipt.getByRole("link", { name: "Share", exact: true }).click();
  await expect(receipt.getByText("Link to the receipt copied")).toBeVisible();
  const link = await receipt.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain(reference);
  const other = await (await browser.newContext()).newPage();
  const response = await other.goto(link);
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(other.getByText("€12.50", { exact: true })).toBeVisible();
  await expect(fact(other, "Reference")).toContainText(id);
  await expect(fact(other, "IBAN")).toContainText("NL•• •••• 4300");
  await expect(fact(other, "Paid through")).toHaveCount(0);
  expect(await response?.text()).not.toContain(reference);
  await expect(other.getByRole("link", { name: "Share" })).toHaveCount(0);
  await other.context().close();

  await receipt.getByRole("button", { name: "Print or save" }).click();
  await expect(receipt.locator("body")).toHaveAttribute("data-printed", "");
  await receipt.emulateMedia({ colorScheme: "dark" });
  const { pages, text } = readPdf(await receipt.pdf({ format: "A4", printBackground: true }));
  expect(pages).toBe(1);
  for (const words of ["€12.50", reference, "notapayment"]) expect(text).toContain(words);
  expect(text).not.toContain("Printorsave");
});

test("an unpaid or unknown payment has no receipt", async ({ request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference, redirectUrl } = await merchant.create();
  const unpaid = await request.get(`/checkout/receipt?reference=${reference}`);
  expect(unpaid.url()).toBe(redirectUrl);
  for (const query of [
    "",
    "?reference=AAAAAAAAAAAAAAAAAAAAAA",
    "?shared=txn_x.y",
    "?shared=a&shared=b",
  ]) {
    const response = await request.get(`/checkout/receipt${query}`);
    expect(response.status(), query).toBe(404);
    expect(await response.text(), query).toContain("This payment can’t be shown");
  }
});

test("only the browser that paid can have the receipt sent by mail", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  const phone = await takeKnownPhone(browser);
  const other = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await merchant.drive(id, "approve");
  const result = `${servers().app.url}/pay/${reference}/result`;
  const send = async (page: Page, email: string) => {
    const field = page.getByLabel("E-mail address");
    if (!(await field.isVisible())) await page.getByText("Receipt", { exact: true }).click();
    await field.fill(email);
    await page.getByRole("button", { name: "E-mail the receipt" }).click();
  };

  await phone.goto(result);
  await send(phone, "nobody@mail");
  await expect(phone.getByText("Enter an e-mail address such as")).toBeVisible();
  const email = anEmail();
  await send(phone, email);
  await expect(phone.getByText("We’ve sent the receipt.")).toBeVisible();
  await phone.goto(`/sandbox/mail?to=${encodeURIComponent(email)}`);
  await expect(phone.getByText("Receipt: €12.50 to Bankside Demo Shop").first()).toBeVisible();

  await other.goto(result);
  const stranger = anEmail();
  await send(other, stranger);
  await expect(other.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await expect(other.getByText("We’ve sent the receipt.")).toHaveCount(0);
  await other.goto(`${servers().app.url}/sandbox/mail?to=${encodeURIComponent(stranger)}`);
  await expect(other.getByText("Receipt: €12.50")).toHaveCount(0);
});
