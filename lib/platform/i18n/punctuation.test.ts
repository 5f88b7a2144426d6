import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { messageLeaves } from "#lib/testing/message-leaves.ts";
import { LANGUAGES, type OfferedLocale } from "./locale.ts";

/** No line may begin with these. Some languages set a no-break space before them. */
const CLOSING_SIGNS = ",.;:!?…%؟،؛";

/** Dutch single quotes are apostrophes elsewhere. */
const QUOTES: Record<OfferedLocale, string> = {
  en: "“”",
  de: "„“",
  fr: "«»",
  es: "«»",
  it: "«»",
  nl: "‘’",
  pt: "«»",
  pl: "„”",
  sv: "”",
  da: "»«",
  fi: "”",
  cs: "„“",
  el: "«»",
  ro: "„”",
  hu: "„”",
  ar: "«»",
};

/** Signs the language writes differently. */
const OTHER_SIGNS: Partial<Record<OfferedLocale, RegExp>> = {
  // The Greek question mark looks like a semicolon.
  el: /[?\u037E]/,
  ar: /[?,;]/,
};

const locales = Object.keys(LANGUAGES) as OfferedLocale[];

/** Without arguments and plural syntax. */
function find(locale: OfferedLocale, odd: (words: string) => boolean): [string, string][] {
  return messageLeaves(LANGUAGES[locale].messages)
    .map(([path, message]): [string, string] => [path, withoutSyntax(message)])
    .filter(([, words]) => odd(words));
}

const withoutSyntax = (message: string) =>
  message
    .replace(/\{\w+, plural,|\b(?:zero|one|two|few|many|other) (?=\{)/g, "")
    .replace(/\{\w+\}/g, "x")
    .replace(/https?:/g, "");

const count = (words: string, sign: string) => words.split(sign).length - 1;

for (const locale of locales) {
  describe(`punctuation in ${locale}`, () => {
    it("allows no line break before a closing sign", () => {
      assert.deepEqual(
        find(locale, (words) => new RegExp(` [${CLOSING_SIGNS}]`).test(words)),
        [],
      );
    });

    it("uses the marks of the language, and curved quotation marks and apostrophes", () => {
      const foreign = [..."“”„‘«»"].filter((mark) => !QUOTES[locale].includes(mark));
      const isOdd = (words: string) =>
        /["']|\.\.\.| - /.test(words) ||
        foreign.some((mark) => words.includes(mark)) ||
        (OTHER_SIGNS[locale]?.test(words) ?? false);
      assert.deepEqual(find(locale, isOdd), []);
    });
  });
}

describe("punctuation in French", () => {
  it("has a non-breaking space before double signs and within quotation marks", () => {
    const isOdd = (words: string) => / »|« |[^\u00A0\u202F][:;?!»]|«[^\u00A0\u202F]/u.test(words);
    assert.deepEqual(find("fr", isOdd), []);
  });

  it("has the narrow space before all signs except the colon", () => {
    assert.deepEqual(
      find("fr", (words) => /\u00A0[;?!]|\u202F[:»]/u.test(words)),
      [],
    );
  });
});

describe("punctuation in Spanish", () => {
  it("opens every question and every exclamation", () => {
    const isOdd = (words: string) =>
      count(words, "¿") !== count(words, "?") || count(words, "¡") !== count(words, "!");
    assert.deepEqual(find("es", isOdd), []);
  });
});
