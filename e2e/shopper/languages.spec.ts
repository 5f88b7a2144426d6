import { expect, test } from "playwright/test";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { arabic, expectLanguage, heading } from "../kit/in-language.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { comeToDecide } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { rememberPayer } from "../payer/known-payer.ts";

const german = LANGUAGES.de.messages;

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-DE" });

  test("sees German without a payment, and for an unknown language", async ({ page, request }) => {
    await page.goto("/checkout?reference=unknown");
    await expect(heading(page, german.checkout.unknown.title)).toBeVisible();
    await page.goto("/secure/again?problem=link_used");
    await expect(heading(page, german.payer.again.link_used.title)).toBeVisible();
    const { redirectUrl } = await createMerchantServer(request, servers().app).create();
    await page.goto(`${redirectUrl}&lang=xx`);
    await expect(heading(page, german.checkout.ready.title)).toBeVisible();
    await page.getByRole("link", { name: german.checkout.cancel }).click();
    await expect(heading(page, german.checkout.confirmCancel.title)).toBeVisible();
    expect(page.url()).not.toContain("lang");
  });
});

test("unknown addresses are in the reader's language, and those of merchants in English", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "de-DE", baseURL: servers().app.url });
  const page = await context.newPage();
  for (const [path, lang, title] of [
    ["/nowhere", "de", german.common.notFoundTitle],
    ["/checkout/nowhere", "de", german.common.notFoundTitle],
    ["/nowhere?lang=ar", "ar", arabic.messages.common.notFoundTitle],
    ["/sandbox/nowhere", "en", "Page not found"],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.locator('a[href$="#languages"]')).toHaveCount(lang === "en" ? 0 : 1);
  }
  await context.close();
});

test("the order's language counts before the browser's, and the shopper's choice before both", async ({
  page,
  request,
}) => {
  const server = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await server.create({ locale: "de-AT" });
  await page.goto(redirectUrl);
  await expect(heading(page, german.checkout.ready.title)).toBeVisible();
  await expectLanguage(page, "de", "ltr");
  await page.goto(`/pay/${reference}`);
  await expectLanguage(page, "de", "ltr");
  await page.goto(`${redirectUrl}&lang=fr`);
  await expectLanguage(page, "fr", "ltr");
  const unknown = await server.create({ locale: "ja" });
  await page.goto(unknown.redirectUrl);
  await expectLanguage(page, "en", "ltr");
});

test("a requested language stays on the way to the bank and back", async ({ page, request }) => {
  const { checkout, payer } = arabic.messages;
  await rememberPayer(page.context());
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&lang=ar`);
  await expect(heading(page, checkout.ready.title)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");

  const link = await scanQr(page.getByRole("img"));
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: checkout.payHere }).click();
  page = await opening;
  const orderInfo = link.split("/").at(-1);
  expect(new URL(page.url()).search).toBe(`?o=${orderInfo}&here=1&lang=ar`);
  await expectLanguage(page, "ar", "rtl");
  await expect(heading(page, payer.bank.title)).toBeVisible();
  const iban = page.locator("dd bdi[dir=ltr]").filter({ hasText: /^[A-Z]{2}\d{2} / });
  await expect(iban).toBeVisible();
  await page.getByRole("button", { name: "Sandbox Bank", exact: true }).click();
  await comeToDecide(page);
  await expectLanguage(page, "en", "ltr");
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(heading(page, checkout.declined.titles.declined)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");
  expect(new URL(page.url()).searchParams.get("lang")).toBe("ar");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("another language takes two clicks, and keeps the page", async ({ page, request }) => {
    const { checkout, languages } = LANGUAGES.fr.messages;
    const { redirectUrl, reference } = await createMerchantServer(request, servers().app).create();
    await page.goto(`${redirectUrl}&view=app&token=secret`);
    const french = page.getByRole("link", { name: "Français" });
    await expect(french).toBeHidden();
    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(1);
    await page.getByRole("link", { name: "English" }).click();
    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
    await expect(french).toHaveAttribute("lang", "fr");
    await french.click();
    await expect(heading(page, checkout.ready.phoneTitle)).toBeVisible();
    await expectLanguage(page, "fr", "ltr");
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toEqual({ reference, view: "app", lang: "fr" });

    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(1);
    await page.getByRole("link", { name: "Français" }).click();
    const navigation = page.getByRole("navigation", { name: languages.label });
    await expect(navigation.getByRole("link")).toHaveCount(16);
    await expect(navigation.locator("[aria-current=true]")).toHaveText("Français");
    await page.getByRole("link", { name: checkout.cancel }).click();
    await page.getByRole("button", { name: checkout.confirmCancel.yes }).click();
    await expect(heading(page, checkout.ended.cancelled.title)).toBeVisible();
    await expect(page.getByText(checkout.ended.cancelled.lead, { exact: true })).toBeVisible();
  });
});
