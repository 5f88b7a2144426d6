import type { OfferedLocale } from "#lib/platform/i18n/locale.ts";

// Countries with several languages are left out, except where one is spoken by most.
const LANGUAGES: Record<string, OfferedLocale> = {
  AT: "de",
  CY: "el",
  CZ: "cs",
  DE: "de",
  DK: "da",
  ES: "es",
  FI: "fi",
  FR: "fr",
  GR: "el",
  HU: "hu",
  IT: "it",
  LI: "de",
  MC: "fr",
  NL: "nl",
  PL: "pl",
  PT: "pt",
  RO: "ro",
  SE: "sv",
  SM: "it",
  VA: "it",
};

/** Of most people in the bank's country; English if there is no such language. */
export function languageOfIban(iban: string): OfferedLocale {
  return LANGUAGES[iban.slice(0, 2)] ?? "en";
}
