import { expect, test } from "playwright/test";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { arabic, expectLanguage, heading, verify } from "../kit/in-language.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { bankButton, decideAtBank, goToPay, takePhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";

const german = LANGUAGES.de.messages;

test("a payment that is started again without a language returns in the browser's language", async ({
  page,
  request,
}) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  await page.goto(`/pay/${reference}/verify?lang=fr`);
  await verify(page, "fr");
  await bankButton(page).click();
  await decideAtBank(page, "Decline");
  await expectLanguage(page, "fr", "ltr");
  await page.goto(`/pay/${reference}/bank`);
  await bankButton(page).click();
  await decideAtBank(page, "Decline");
  await expectLanguage(page, "en", "ltr");
});

test("a shared receipt has no language, and a choice of language keeps the page's other parameters", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const paid = await merchant.create();
  await merchant.drive(paid.id, "approve");
  await page.goto(`/checkout/receipt?reference=${paid.reference}&lang=fr`);
  const share = page.getByRole("link", { name: LANGUAGES.fr.messages.receipt.share, exact: true });
  expect(await share.getAttribute("href")).toMatch(/\?shared=[^&]+$/);

  const { reference } = await merchant.create();
  await page.goto(`/pay/${reference}?moved=1`);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("link", { name: "Français" }).click();
  await expectLanguage(page, "fr", "ltr");
  expect(new URL(page.url()).search).toBe("?moved=1&lang=fr");
});

test("errors are shown in the requested language", async ({ page, request }) => {
  const { payer } = arabic.messages;
  const { reference } = await createMerchantServer(request, servers().app).create();
  await page.goto(`/pay/${reference}/verify?lang=ar`);
  await page.getByLabel(payer.email.label).fill("nobody@mail");
  await page.getByRole("button", { name: payer.email.send }).click();
  await expect(page.getByText(payer.email.problem)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");
  expect(new URL(page.url()).searchParams.get("lang")).toBe("ar");
});

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-DE" });

  test("sees German from the checkout to the bank and back", async ({ page, browser }) => {
    const { checkout } = await goToPay(page, shopOf(servers().app));
    await expect(heading(checkout, german.checkout.ready.title)).toBeVisible();
    await expect(checkout.getByText("14,50 €").first()).toBeVisible();
    const link = await scanQr(checkout.getByRole("img"));
    expect(link).not.toContain("lang");

    const phone = await takePhone(browser, { locale: "de-AT" });
    await phone.goto(link);
    await expect(heading(phone, german.payer.email.title)).toBeVisible();
    await expectLanguage(phone, "de", "ltr");
    await verify(phone, "de");
    await bankButton(phone).click();
    await decideAtBank(phone, "Approve");
    const paid = german.checkout.succeeded.title.replace("{amount}", "14,50 €");
    await expect(heading(phone, paid)).toBeVisible();
    await expect(heading(checkout, paid)).toBeVisible();
    await page.waitForURL(/\/sandbox\/shop\/success/);
  });
});
