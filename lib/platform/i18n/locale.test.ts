import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { askedLocale, LANGUAGES, languageNames, languageOf, offer, pickLocale } from "./locale.ts";
import { de } from "./messages/de.ts";

describe("pickLocale", () => {
  const cases: [asked: string | null, header: string | null, expected: string][] = [
    [null, null, "en"],
    ["en", null, "en"],
    ["EN-us", "xx", "en"],
    ["de", "fr", "de"],
    ["xx", "fr", "fr"],
    ["qps", "fr", "fr"],
    [null, "de-CH, de;q=0.9, en;q=0.8", "de"],
    [null, "en;q=0.5, PT-br;q=0.7, de;q=0.6", "pt"],
    [null, "pl;q=0, en;q=0.1", "en"],
    [null, "ar-EG", "ar"],
    [null, "zh-CN, zh;q=0.9", "en"],
    [null, "zh-TW, zh;q=0.9, fr;q=0.2", "fr"],
    [null, "nb-NO, nb;q=0.9, en;q=0.8", "da"],
    ["no", null, "da"],
    [null, "*", "en"],
    [null, "xx;q=1, en;q=0.1", "en"],
    ["constructor", null, "en"],
    ["", ",;q=,", "en"],
  ];
  for (const [asked, header, expected] of cases) {
    it(`picks ${expected} for ${asked} and ${header}`, () => {
      assert.equal(pickLocale(asked, header), expected);
    });
  }

  it("returns an offered language for any input", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (asked, header) =>
        Object.hasOwn(LANGUAGES, pickLocale(asked, header)),
      ),
    );
  });
});

describe("askedLocale", () => {
  it("is the language of a tag, or none", () => {
    assert.equal(askedLocale("pt-BR", false), "pt");
    assert.equal(askedLocale("xx", true), undefined);
    assert.equal(askedLocale("", true), undefined);
  });

  it("is the pseudo-language only where tests are possible", () => {
    assert.equal(askedLocale("qps", true), "qps");
    assert.equal(askedLocale("qps", false), undefined);
  });
});

describe("languages on offer", () => {
  it("have names in their own language, with a capital letter, in the order of these names", () => {
    const names = languageNames();
    assert.equal(names.length, Object.keys(LANGUAGES).length);
    assert.deepEqual(names.slice(0, 4), [
      ["cs", "Čeština"],
      ["da", "Dansk"],
      ["de", "Deutsch"],
      ["en", "English"],
    ]);
    assert.deepEqual(names.at(-1), ["ar", "العربية"]);
  });

  it("have every message of English and no others, or the types fail", () => {
    const { tag, dir } = LANGUAGES.de;
    const { qr, ...less } = de.checkout;
    assert.ok(qr);
    offer({ de: { messages: de, tag, dir } });
    // @ts-expect-error: a message is missing
    offer({ de: { messages: { ...de, checkout: less }, tag, dir } });
    const more = { ...de, checkout: { ...de.checkout, surplus: "x" } };
    // @ts-expect-error: English has no such message
    offer({ de: { messages: more, tag, dir } });
    // @ts-expect-error: a message is no text
    offer({ de: { messages: { ...de, checkout: { ...de.checkout, qr: 1 } }, tag, dir } });
  });

  it("do not include the pseudo-language, which still has messages", () => {
    assert.ok(!Object.hasOwn(LANGUAGES, "qps"));
    assert.match(languageOf("qps").messages.common.back, /^\[Ɓåçķ.+\]$/);
  });
});
