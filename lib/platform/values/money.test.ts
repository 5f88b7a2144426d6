import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  CURRENCIES,
  formatAmount,
  fromDecimalString,
  fromTypedAmount,
  isCurrency,
  MAX_AMOUNT,
  minorUnitDigits,
  toDecimalString,
  toTypedAmount,
} from "./money.ts";

describe("money", () => {
  it("uses the decimals of ISO 4217", () => {
    assert.deepEqual(
      ["EUR", "JPY", "KWD", "ISK", "HUF", "CLF", "XCG"].map(minorUnitDigits),
      [2, 0, 3, 0, 2, 4, 2],
    );
  });

  it("accepts only existing upper-case codes", () => {
    for (const code of ["EUR", "USD", "JPY"]) assert.ok(isCurrency(code));
    for (const code of ["eur", "EU", "EURO", "XYZ", "", "E R", "constructor"])
      assert.ok(!isCurrency(code), code);
  });

  it("refuses codes without a minor unit and for testing, but accepts real money whose code starts with X", () => {
    for (const code of "XXX XTS XAU XAG XPT XPD XDR XSU XUA XBA XBB XBC XBD".split(" "))
      assert.ok(!isCurrency(code), code);
    for (const code of ["XCD", "XCG", "XAF", "XOF", "XPF"]) assert.ok(isCurrency(code), code);
    assert.equal(toDecimalString(1250, "XCG"), "12.50");
  });

  it("reads every amount that it writes, in every kind of currency", () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT });
    fc.assert(
      fc.property(amount, fc.constantFrom("EUR", "JPY", "KWD", "CLF", "XCG"), (value, currency) => {
        assert.equal(fromDecimalString(toDecimalString(value, currency), currency), value);
      }),
    );
  });

  it("reads the forms of xs:decimal, and refuses all but them with at most the currency's decimals", () => {
    for (const text of [
      "",
      ".",
      "+",
      "+.",
      "-1",
      "++1",
      "1.2.3",
      "1e3",
      "1,5",
      "1.005",
      " 1",
      "1 ",
      "٣",
      "0x1",
    ]) {
      assert.equal(fromDecimalString(text, "EUR"), undefined, text);
    }
    const forms = { ".50": 50, "12.": 1200, "+12.50": 1250, "000012.5000": 1250, "+0.": 0 };
    for (const [text, amount] of Object.entries(forms)) {
      assert.equal(fromDecimalString(text, "EUR"), amount, text);
    }
    assert.equal(fromDecimalString(`${"0".repeat(30)}1.5`, "EUR"), 150);
    assert.equal(fromDecimalString("1.50", "JPY"), undefined);
    assert.equal(fromDecimalString("1.00", "JPY"), 1);
    assert.equal(fromDecimalString("12.5", "EUR"), 1250);
  });

  it("reads what people type in their language, and refuses what could be two amounts", () => {
    const typed = [
      ["12,50", "EUR", "de-DE", 1250],
      ["12.50", "EUR", "de-DE", 1250],
      ["1.234,50 €", "EUR", "de-DE", 123_450],
      ["1.234", "EUR", "de-DE", 123_400],
      ["1,234", "EUR", "de-DE", undefined],
      ["12,5", "EUR", "en-GB", 1250],
      ["1,234", "EUR", "en-GB", 123_400],
      ["1.234", "EUR", "en-GB", undefined],
      ["1’234.50", "EUR", "en-GB", 123_450],
      ["1 234,50", "EUR", "fr-FR", 123_450],
      ["1.234", "KWD", "en-GB", 1234],
      ["1.000", "JPY", "de-DE", 1000],
      ["1,5", "JPY", "de-DE", undefined],
      ["١٢٫٥٠", "EUR", "ar-u-nu-latn", 1250],
      ["12,34,5", "EUR", "de-DE", undefined],
      ["12.34,5", "EUR", "de-DE", undefined],
      ["-5", "EUR", "de-DE", undefined],
      ["5e2", "EUR", "de-DE", undefined],
      ["five", "EUR", "en-GB", undefined],
      ["", "EUR", "en-GB", undefined],
    ] as const;
    for (const [text, currency, locale, amount] of typed) {
      assert.equal(fromTypedAmount(text, currency, locale), amount, `${text} ${locale}`);
    }
  });

  it("reads amounts as each language of the pages writes them", () => {
    const tags = ["en-GB", "de-DE", "fr-FR", "es-ES", "pt-PT", "pl-PL", "sv-SE", "ar-u-nu-latn"];
    fc.assert(
      fc.property(
        fc.constantFrom(...tags),
        fc.constantFrom("EUR", "JPY", "KWD"),
        fc.integer({ min: 1, max: MAX_AMOUNT }),
        (tag, currency, amount) => {
          const digits = minorUnitDigits(currency);
          const format = new Intl.NumberFormat(tag, { minimumFractionDigits: digits });
          const decimal = toDecimalString(amount, currency) as Intl.StringNumericLiteral;
          assert.equal(fromTypedAmount(format.format(decimal), currency, tag), amount);
        },
      ),
    );
  });

  it("formats without rounding", () => {
    assert.equal(formatAmount(1250, "EUR"), "€12.50");
    assert.equal(formatAmount(500, "JPY"), "¥500");
    assert.equal(formatAmount(1, "KWD").replace(/\s/, " "), "KWD 0.001");
    assert.equal(formatAmount(MAX_AMOUNT, "EUR"), "€999,999,999.99");
    assert.equal(formatAmount(1250, "EUR", "de").replace(/\s/, " "), "12,50 €");
  });

  it("writes English as Intl does, in every currency", () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT });
    fc.assert(
      fc.property(amount, fc.constantFrom(...CURRENCIES), (value, currency) => {
        const digits = minorUnitDigits(currency);
        const format = new Intl.NumberFormat("en", {
          style: "currency",
          currency,
          minimumFractionDigits: digits,
        });
        const decimal = toDecimalString(value, currency) as Intl.StringNumericLiteral;
        assert.equal(formatAmount(value, currency), format.format(decimal));
      }),
      { numRuns: 1000 },
    );
  });

  it("writes amounts as a country's banking apps expect them", () => {
    const typed = (country: string) => toTypedAmount(123_450, "EUR", country);
    for (const country of ["DE", "AT", "FR", "NL", "ES", "PL", "GR", "SE", "CY"])
      assert.equal(typed(country), "1234,50", country);
    for (const country of ["IE", "GB", "MT", "CH", "LI", "SA", "XX"])
      assert.equal(typed(country), "1234.50", country);
    assert.equal(toTypedAmount(500, "JPY", "DE"), "500");
  });
});
