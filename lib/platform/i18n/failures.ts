import { failure as ar } from "./messages/ar/failure.ts";
import { failure as cs } from "./messages/cs/failure.ts";
import { failure as da } from "./messages/da/failure.ts";
import { failure as de } from "./messages/de/failure.ts";
import { failure as el } from "./messages/el/failure.ts";
import { failure as en } from "./messages/en/failure.ts";
import { failure as es } from "./messages/es/failure.ts";
import { failure as fi } from "./messages/fi/failure.ts";
import { failure as fr } from "./messages/fr/failure.ts";
import { failure as hu } from "./messages/hu/failure.ts";
import { failure as it } from "./messages/it/failure.ts";
import { failure as nl } from "./messages/nl/failure.ts";
import { failure as pl } from "./messages/pl/failure.ts";
import { failure as pt } from "./messages/pt/failure.ts";
import { failure as ro } from "./messages/ro/failure.ts";
import { failure as sv } from "./messages/sv/failure.ts";
import { primaryLanguage } from "./tags.ts";

const FAILURES = { en, de, fr, es, it, nl, pt, pl, sv, da, fi, cs, el, ro, hu, ar };
const RIGHT_TO_LEFT: string[] = ["ar"] satisfies (keyof typeof FAILURES)[];

/** BCP 47, otherwise English. Apart from the catalogues: browsers load these texts. */
export function failureIn(tags: readonly string[]): {
  lang: keyof typeof FAILURES;
  dir: "ltr" | "rtl";
  words: { errorTitle: string; errorLead: string };
} {
  const lang = tags.map(primaryLanguage).find(isKnown) ?? "en";
  return { lang, dir: RIGHT_TO_LEFT.includes(lang) ? "rtl" : "ltr", words: FAILURES[lang] };
}

function isKnown(language: string): language is keyof typeof FAILURES {
  return Object.hasOwn(FAILURES, language);
}
