import { expect, type Page, test } from "playwright/test";
import { createText } from "#lib/i18n/format.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/i18n/locale.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { createMerchantServer } from "./merchant.ts";
import { anEmail, comeToDecide, decideAtBank, goToPay, takePhone } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

const german = LANGUAGES.de.messages;
const arabic = createText("ar");

const heading = (page: Pick<Page, "getByRole">, name: string) =>
  page.getByRole("heading", { name, exact: true });

/** The text of the latest mail to `email`. */
async function readMail(page: Page, email: string): Promise<string> {
  const { origin } = new URL(page.url());
  const mailbox = await page.context().newPage();
  await mailbox.goto(`${origin}/sandbox/mail?${new URLSearchParams({ to: email })}`);
  const mail = await mailbox.getByRole("article").first().textContent();
  await mailbox.close();
  return mail ?? "";
}

/** The payer confirms an address by the code of a mail in `locale`, up to the list of banks. */
async function verify(page: Page, locale: OfferedLocale): Promise<void> {
  const { payer, mail } = LANGUAGES[locale].messages;
  await expect(heading(page, payer.email.title)).toBeVisible();
  const email = anEmail();
  await page.getByLabel(payer.email.label).fill(email);
  await page.getByRole("button", { name: payer.email.send }).click();
  await expect(heading(page, payer.code.title)).toBeVisible();
  const words = await readMail(page, email);
  expect(words).toContain(mail.code.secret);
  const [code = ""] = /\b\d{6}\b/.exec(words) ?? [];
  await page.getByLabel(payer.code.label).fill(code);
  await page.getByRole("button", { name: payer.code.confirm, exact: true }).click();
  await expect(heading(page, payer.bank.title)).toBeVisible();
}

async function expectLanguage(page: Page, lang: string, dir: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.locator("html")).toHaveAttribute("dir", dir);
}

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-DE" });

  test("is spoken German to from the checkout to the bank and back", async ({ page, browser }) => {
    const { checkout } = await goToPay(page, shopOf(servers().app));
    await expect(heading(checkout, german.checkout.ready.title)).toBeVisible();
    await expect(checkout.getByText("14,50 €").first()).toBeVisible();
    const link = await scanQr(checkout.getByRole("img"));
    expect(link).not.toContain("lang");

    const phone = await takePhone(browser, { locale: "de-AT" });
    await phone.goto(link);
    await expect(heading(phone, german.payer.order.title)).toBeVisible();
    await expectLanguage(phone, "de", "ltr");
    await phone.getByRole("link", { name: german.payer.order.next }).click();
    await verify(phone, "de");
    await phone.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
    await expect(heading(phone, german.payer.review.title)).toBeVisible();
    const approve = createText("de").say(german.payer.review.approve, { bank: "Sandbox Bank" });
    await phone.getByRole("button", { name: approve }).click();
    await decideAtBank(phone, "Approve");
    await expect(heading(phone, german.checkout.succeeded.title)).toBeVisible();
    await expect(heading(checkout, german.checkout.succeeded.title)).toBeVisible();
    await page.waitForURL(/\/sandbox\/shop\/success/);
  });

  test("reads German where there is no payment, and where the language asked for is none", async ({
    page,
    request,
  }) => {
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

test("addresses of nobody speak the reader's language, those of merchants English", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "de-DE", baseURL: servers().app.url });
  const page = await context.newPage();
  for (const [path, lang, title] of [
    ["/nowhere", "de", german.common.notFoundTitle],
    ["/checkout/nowhere", "de", german.common.notFoundTitle],
    ["/nowhere?lang=ar", "ar", arabic.messages.common.notFoundTitle],
    ["/sandbox/nowhere", "en", "Nothing here"],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.locator("summary")).toHaveCount(lang === "en" ? 0 : 1);
  }
  await context.close();
});

test("a language that was asked for goes along to the bank, and comes back from it", async ({
  page,
  request,
}) => {
  const { checkout, payer } = arabic.messages;
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&lang=ar`);
  await expect(heading(page, checkout.ready.title)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");

  const link = await scanQr(page.getByRole("img"));
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: checkout.payHere }).click();
  page = await opening;
  expect(page.url()).toBe(`${link}&lang=ar`);
  await expectLanguage(page, "ar", "rtl");
  await page.getByRole("link", { name: payer.order.next }).click();
  await verify(page, "ar");
  await page.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  await expect(heading(page, payer.review.title)).toBeVisible();
  const iban = page.locator("dd bdi[dir=ltr]").filter({ hasText: /^[A-Z]{2}\d{2} / });
  await expect(iban).toBeVisible();
  await page
    .getByRole("button", { name: arabic.say(payer.review.approve, { bank: "Sandbox Bank" }) })
    .click();
  await comeToDecide(page);
  await expectLanguage(page, "en", "ltr");
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(heading(page, checkout.declined.titles.declined)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");
  expect(new URL(page.url()).searchParams.get("lang")).toBe("ar");
});

test("a payment that is begun again without a language comes back in the browser's", async ({
  page,
  request,
}) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  await page.goto(`/pay/${reference}/verify?lang=fr`);
  await verify(page, "fr");
  await page.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  const approve = createText("fr").say(LANGUAGES.fr.messages.payer.review.approve, {
    bank: "Sandbox Bank",
  });
  await page.getByRole("button", { name: approve }).click();
  await decideAtBank(page, "Decline");
  await expectLanguage(page, "fr", "ltr");
  await page.goto(`/pay/${reference}/review?bank=sandbox`);
  await page.getByRole("button", { name: "Approve at Sandbox Bank" }).click();
  await decideAtBank(page, "Decline");
  await expectLanguage(page, "en", "ltr");
});

test("a shared receipt leaves the language to its reader, and a choice keeps why a page is shown", async ({
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
  await page.locator("summary", { hasText: "English" }).click();
  await page.getByRole("link", { name: "Français" }).click();
  await expectLanguage(page, "fr", "ltr");
  expect(new URL(page.url()).search).toBe("?moved=1&lang=fr");
});

test("what is refused is told in the language that was asked for", async ({ page, request }) => {
  const { payer } = arabic.messages;
  const { reference } = await createMerchantServer(request, servers().app).create();
  await page.goto(`/pay/${reference}/verify?lang=ar`);
  await page.getByLabel(payer.email.label).fill("nobody@mail");
  await page.getByRole("button", { name: payer.email.send }).click();
  await expect(page.getByText(payer.email.problem)).toBeVisible();
  await expectLanguage(page, "ar", "rtl");
  expect(new URL(page.url()).searchParams.get("lang")).toBe("ar");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("another language is two clicks away, and the page stays where it was", async ({
    page,
    request,
  }) => {
    const { common, checkout, languages } = LANGUAGES.fr.messages;
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
    await expect(page.getByText(common.payee, { exact: true })).toBeVisible();
  });
});

// The others are held against every state.
for (const locale of ["es", "it", "nl", "pt", "pl", "sv", "da", "cs"] as const) {
  const { messages, dir } = LANGUAGES[locale];
  test(`${locale} fits a narrow phone`, async ({ page, request }) => {
    const { redirectUrl, reference } = await createMerchantServer(request, servers().app).create();
    await page.setViewportSize({ width: 320, height: 640 });
    const screens: [path: string, title: string][] = [
      [`${redirectUrl}&lang=${locale}`, messages.checkout.ready.title],
      [`${redirectUrl}&lang=${locale}&view=app`, messages.checkout.ready.phoneTitle],
      [`/pay/${reference}?lang=${locale}`, messages.payer.order.title],
      [`/pay/${reference}/verify?lang=${locale}`, messages.payer.email.title],
    ];
    for (const [path, title] of screens) {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expectLanguage(page, locale, dir);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
