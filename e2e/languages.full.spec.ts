import { expect, test } from "playwright/test";
import { createText } from "#lib/i18n/format.ts";
import { LANGUAGES } from "#lib/i18n/locale.ts";
import { arabic, expectLanguage, verify } from "./in-language.ts";
import { createMerchantServer } from "./merchant.ts";
import { decideAtBank } from "./people.ts";
import { servers } from "./servers.ts";

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
