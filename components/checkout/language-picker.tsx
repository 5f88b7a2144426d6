import { Globe } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";
import type { LanguageChoice } from "#lib/platform/i18n/language-links.ts";

type Props = { text: Text; choice: LanguageChoice };

const CURRENT =
  "mx-auto flex min-h-11 w-fit items-center gap-2 rounded-soft px-3 hover:text-ink print:hidden";

/** Plain links, so that it works without scripts. */
export function LanguagePicker({ text, choice: { current, address, links } }: Props) {
  const words = text.messages.languages;
  const shown = (
    <>
      <Icon of={Globe} size={16} />
      {current && <span className="sr-only">{text.format(words.current, { name: current })}</span>}
      <span aria-hidden={current ? true : undefined} className="underline underline-offset-3">
        {current ?? words.label}
      </span>
    </>
  );
  if (links === undefined) {
    return (
      <a href={address} className={CURRENT}>
        {shown}
      </a>
    );
  }
  return (
    <details id="languages" open className="print:hidden">
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
