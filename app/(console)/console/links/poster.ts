import { shopperText } from "#lib/next/request/text.ts";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import { languageOf, type OfferedLocale, offeredLocale } from "#lib/platform/i18n/locale.ts";
import type { Sheet } from "#lib/platform/print/sheet.ts";
import { getServices } from "#lib/services/index.ts";

type Shop = { id: string; name: string };

/** What is printed around the code, in `language`, else in the one of the shop's bank account. */
export async function posterOf(
  link: PaymentLink,
  shop: Shop,
  language: string | null,
): Promise<Sheet> {
  const { name, locale } = await shopOf(link, shop);
  const text = shopperText(offeredLocale(language ?? "") ?? locale);
  const { checkout, common, poster } = text.messages;
  const { tag, dir } = languageOf(text.locale);
  return {
    language: tag,
    direction: dir,
    notice: link.mode === "test" ? common.testMode : undefined,
    heading: name,
    detail: link.description ?? undefined,
    main: link.amount === null ? poster.openAmount : text.amount(link.amount, link.currency),
    code: link.url,
    codeLabel: text.format(poster.code, { payee: name }),
    action: checkout.ready.phoneTitle,
    hint: checkout.ready.lead,
    address: link.url.replace(/^https?:\/\//, ""),
  };
}

/** As the payer's page names it. */
export async function shopOf(
  { mode }: Pick<PaymentLink, "mode">,
  { id, name }: Shop,
): Promise<{ name: string; locale: OfferedLocale }> {
  const { accounts } = await getServices();
  const { primary } = await accounts.payeeOverview(id);
  const isShown = primary && (mode === "test" || primary.confirmedAt !== null);
  return {
    name: isShown ? primary.name : name,
    locale: primary ? languageIn(primary.iban.slice(0, 2)) : "en",
  };
}

/** The most likely of a country (ISO 3166-1 alpha-2). */
function languageIn(country: string): OfferedLocale {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return offeredLocale(language) ?? "en";
}
