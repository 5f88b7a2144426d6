import { Globe } from "lucide-react";
import { Icon } from "#components/ui/icon.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";
import type { LanguageLink } from "#lib/platform/i18n/language-links.ts";

/** For pages that are sent without the list: `address` is the same page with it. */
export type LanguageList = { address: string; isShown: boolean };

type Props = { text: Text; links: LanguageLink[]; list?: LanguageList | undefined };

const CURRENT =
  "mx-auto flex min-h-11 w-fit items-center gap-2 rounded-soft px-3 hover:text-ink print:hidden";

/** Plain links, so that it works without scripts. */
export function LanguagePicker({ text, links, list }: Props) {
  const words = text.messages.languages;
  const current = links.find(({ locale }) => locale === text.locale);
  const shown = (
    <>
      <Icon of={Globe} size={16} />
      {current && (
        <span className="sr-only">{text.format(words.current, { name: current.name })}</span>
      )}
      <span aria-hidden={current ? true : undefined} className="underline underline-offset-3">
        {current?.name ?? words.label}
      </span>
    </>
  );
  if (list?.isShown === false) {
    return (
      <a href={list.address} className={CURRENT}>
        {shown}
      </a>
    );
  }
  return (
    <details id="languages" open={list?.isShown} className="print:hidden">
      <summary className={CURRENT}>{shown}</summary>
      <nav aria-label={words.label}>
        <ul className="flex flex-wrap justify-center gap-x-1">
          {links.map(({ locale, name, dir, href }) => (
            <li key={locale}>
              <a
                href={href}
                lang={locale}
                hrefLang={locale}
                dir={dir}
                aria-current={locale === text.locale ? "true" : undefined}
                className="language"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
