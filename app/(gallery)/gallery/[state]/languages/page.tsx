import { notFound } from "next/navigation";
import { createText } from "#lib/platform/i18n/format.ts";
import { type Locale, languageNames, PSEUDO_LOCALE } from "#lib/platform/i18n/locale.ts";
import { readSum } from "../../fixture.ts";
import { findFixture } from "../../fixtures.tsx";

const LOCALES: Locale[] = [...languageNames().map(([locale]) => locale), PSEUDO_LOCALE];

type Props = { params: Promise<{ state: string }>; searchParams: Promise<unknown> };

/** One shopper screen in every language. Each heading shows the window title. */
export default async function GalleryLanguagesPage({ params, searchParams }: Props) {
  const fixture = findFixture((await params).state);
  if (!fixture) notFound();
  const sum = readSum(await searchParams);
  return LOCALES.map((locale) => {
    const text = createText(locale, { lang: locale });
    const { title, page } = fixture(text, sum);
    return (
      <div key={locale} lang={locale} dir={text.dir} title={title}>
        {page}
      </div>
    );
  });
}
