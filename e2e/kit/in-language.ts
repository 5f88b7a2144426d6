import { expect, type Page } from "playwright/test";
import { createText } from "#lib/platform/i18n/format.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/platform/i18n/locale.ts";
import { anEmail } from "./people.ts";

export const arabic = createText("ar");

export const heading = (page: Pick<Page, "getByRole">, name: string) =>
  page.getByRole("heading", { name, exact: true });

async function readMail(page: Page, email: string): Promise<string> {
  const { origin } = new URL(page.url());
  const mailbox = await page.context().newPage();
  await mailbox.goto(`${origin}/sandbox/mail?${new URLSearchParams({ to: email })}`);
  const mail = await mailbox.getByRole("article").first().textContent();
  await mailbox.close();
  return mail ?? "";
}

/** Confirms an address by mail, up to the list of banks. */
export async function verify(page: Page, locale: OfferedLocale): Promise<void> {
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
  await expect(heading(page, payer.bank.title)).toBeVisible();
}

export async function expectLanguage(page: Page, lang: string, dir: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.locator("html")).toHaveAttribute("dir", dir);
}
