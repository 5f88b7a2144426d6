import { languageOf, type OfferedLocale, pickLocale } from "#lib/platform/i18n/locale.ts";

const STYLE =
  ":root{color-scheme:light dark}" +
  "body{max-width:28rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}" +
  "h1{font-size:1.5rem;line-height:1.25}a{color:inherit}";

const ENTITIES: Partial<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A page for a browser that accepts HTML, plain words for our scripts. `lang`: the value of `?lang=`. */
export function tooManyBody(
  lang: string | null,
  headers: Pick<Headers, "get" | "has">,
  nonce: string,
): { page: string } | { words: string } {
  const locale = pickLocale(lang, headers.get("accept-language"));
  const takesPage = headers.get("accept")?.includes("text/html") && !headers.has("next-action");
  if (takesPage) return { page: tooManyPage(locale, nonce) };
  return { words: languageOf(locale).messages.common.problem.too_many_requests };
}

/** A string, so refusing a client costs no rendering or lookup. */
function tooManyPage(locale: OfferedLocale, nonce: string): string {
  const { messages, dir } = languageOf(locale);
  const { common, payer } = messages;
  const title = escaped(payer.enter.title);
  return [
    `<!doctype html><html lang="${locale}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${title}</title><style nonce="${nonce}">${STYLE}</style></head>`,
    `<body><main><h1>${title}</h1><p>${escaped(common.problem.too_many_requests)}</p>`,
    `<p><a href="">${escaped(common.errorAgain)}</a></p></main></body></html>`,
  ].join("");
}

function escaped(words: string): string {
  return words.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
