import { notFound } from "next/navigation";
import { createText } from "#lib/platform/i18n/format.ts";
import { type Locale, languageNames, PSEUDO_LOCALE } from "#lib/platform/i18n/locale.ts";
import { findFixture } from "../../fixtures.tsx";

const LOCALES: Locale[] = [...languageNames().map(([locale]) => locale), PSEUDO_LOCALE];

type Props = { params: Promise<{ state: string }> };

/** One shopper screen in every language. Each heading shows the window title. */
export default async function GalleryLanguagesPage({ params }: Props) {
  const fixture = findFixture((await params).state);
  if (!fixture) notFound();
  return LOCALES.map((locale) => {
    const text = createText(locale, { lang: locale });
    const { title, page } = fixture(text);
    return (
      <div key={locale} lang={locale} dir={text.dir} title={title}>
        {page}
      </div>
    );
  });
}
