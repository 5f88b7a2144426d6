import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { anEmail } from "./people.ts";
import { expectPseudo, photograph, untranslated } from "./pseudo.ts";
import { servers } from "./servers.ts";

const LANG = "lang=qps";

/** Opens a page in the pseudo-language and holds it against that. */
async function look(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${path}${path.includes("?") ? "&" : "?"}${LANG}`);
  await expectPseudo(page, name);
  await photograph(page, name);
}

test("the pseudo-language finds what is in no catalogue", async ({ page, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&lang=en`);
  expect(await untranslated(page)).toContain("Scan with your phone");
});

test("the checkout has room for long words, and no words of its own", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, reference } = await merchant.create();
  await look(page, redirectUrl, "ready");
  await look(page, `${redirectUrl}&view=app`, "ready-phone");
  await look(page, `${redirectUrl}&confirm=cancel`, "confirm-cancel");
  await look(page, `${redirectUrl}&problem=bank_unavailable`, "problem");
  await page.goto(`/pay/${reference}`);
  await look(page, redirectUrl, "opened");
  await merchant.drive(id, "decline");
  await look(page, redirectUrl, "declined");
  await merchant.drive(id, "accept");
  await look(page, redirectUrl, "processing");
  await merchant.drive(id, "settle");
  await look(page, redirectUrl, "succeeded");
  await look(page, `/checkout/receipt?reference=${reference}`, "receipt");
});

test("the ends of a checkout have room for long words", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, externalId } = await merchant.create();
  const { redirectUrl: newer } = await merchant.create({ externalId, amount: 99_999_999_999 });
  await look(page, redirectUrl, "superseded");
  await look(page, newer, "ready-large-amount");
  await page.goto(`${newer}&confirm=cancel&${LANG}`);
  await page.locator("button[type=submit]").first().click();
  await expect(page).toHaveURL(/lang=qps/);
  await look(page, newer, "cancelled");
  await look(page, "/checkout?reference=unknown", "unknown");
});

test("the payer's steps have room for long words, and no words of their own", async ({
  page,
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  const base = `/pay/${reference}`;
  const other = await browser.newPage();
  await other.goto(`${servers().app.url}${base}`);
  await look(page, base, "elsewhere");
  await other.close();
  await page.locator("form:has(input[name=reference]) button").first().click();
  await expect(page).toHaveURL(/lang=qps/);
  await look(page, base, "order");
  await look(page, `${base}?confirm=cancel`, "payer-confirm-cancel");
  await look(page, `${base}?o=altered`, "altered");
  await look(page, `${base}/verify`, "email");
  const email = anEmail();
  await page.locator("input[name=email]").fill("nobody@mail");
  await page.locator("form:has(input[name=email]) button").click();
  await expect(page.locator("#field-email-error")).toBeVisible();
  await expectPseudo(page, "email refused");
  await page.locator("input[name=email]").fill(email);
  await page.locator("form:has(input[name=email]) button").click();
  await expect(page.locator("input[name=code]")).toBeVisible();
  await expectPseudo(page, "code");
  const mails = await page.request.get(`/sandbox/mail?${new URLSearchParams({ to: email })}`);
  const [code = ""] = /\b\d{6}\b(?= îš)/.exec(await mails.text()) ?? [];
  await page.locator("input[name=code]").fill("12345");
  await page.locator("form:has(input[name=code]) button").click();
  await expect(page.locator("#field-code-error")).toBeVisible();
  await expectPseudo(page, "code refused");
  await page.locator("input[name=code]").fill(code);
  await page.locator("form:has(input[name=code]) button").click();
  await expect(page).toHaveURL(/\/bank\?lang=qps/);
  await expectPseudo(page, "bank list");
  await photograph(page, "bank-list");
  await look(page, `${base}/bank?q=nothing-like-it`, "bank list without a hit");
  await look(page, `${base}/review?bank=sandbox`, "review");
  await page.locator("form:has(input[name=orderDigest]) button").click();
  await expect(page).toHaveURL(/\/sandbox\/bank\/approve/);
  await look(page, `${base}/result`, "unpaid");
  await merchant.drive(id, "cancel");
  await look(page, `${base}/result`, "payer-declined");
  await merchant.drive(id, "accept");
  await look(page, `${base}/result`, "payer-processing");
  await merchant.drive(id, "settle");
  await look(page, `${base}/result`, "payer-succeeded");
});

test("what a webview is told has room for long words", async ({ page }) => {
  for (const problem of [
    "link_used",
    "link_not_valid",
    "return_address_refused",
    "session_missing",
    "cookies_blocked",
    "unavailable",
  ]) {
    await look(page, `/secure/again?problem=${problem}`, problem);
  }
});
