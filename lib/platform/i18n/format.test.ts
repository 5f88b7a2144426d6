import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createText, translate } from "./format.ts";

describe("translate", () => {
  it("fills values and plurals", () => {
    const message = "{count, plural, one {One try} other {# tries}} for {name}";
    assert.equal(translate(message, { count: 1, name: "Ada" }, "en"), "One try for Ada");
    assert.equal(translate(message, { count: 3, name: "Ada" }, "en"), "3 tries for Ada");
  });

  it("treats markup and braces in values as text", () => {
    assert.equal(translate("To {name}", { name: "<b>{x}</b> & Co" }, "en"), "To <b>{x}</b> & Co");
    assert.equal(translate("1 < {count}", { count: 2 }, "en"), "1 < 2");
  });

  it("throws on a missing value", () => {
    assert.throws(() => translate("To {name}", {}, "en"));
  });
});

describe("createText", () => {
  const text = createText("en");

  it("writes amounts by the currency's minor unit", () => {
    assert.equal(text.amount(1250, "EUR"), "€12.50");
    assert.match(text.amount(1250, "JPY"), /1,250$/);
  });

  it("names the zone of a time", () => {
    assert.equal(text.time("2026-11-21T14:32:10.000Z"), "14:32 UTC");
    assert.equal(text.dateTime("2026-11-21T14:32:10.000Z"), "21 November 2026 at 14:32 UTC");
  });
});

describe("a value in a sentence", () => {
  it("is isolated if the sentence runs the other way", () => {
    const message = "{payee} · {amount}";
    const values = { payee: "Shop (Berlin)", amount: "12.50" };
    assert.equal(translate(message, values, "ar"), "\u2068Shop (Berlin)\u2069 · \u206812.50\u2069");
    assert.equal(translate(message, values, "en"), "Shop (Berlin) · 12.50");
    for (const payee of ["متجر", "\u{1E900}\u{1E901}", "\u{10A00}"])
      assert.equal(translate("To {payee}", { payee }, "en"), `To \u2068${payee}\u2069`);
  });

  it("can't reverse the text that follows it, or leave its place", () => {
    const payee = "\u2069\u202EShop\u2067";
    assert.equal(translate("To {payee}", { payee }, "en"), "To Shop");
    assert.equal(translate("To {payee}", { payee }, "ar"), "To \u2068Shop\u2069");
  });

  it("uses Latin digits, which payers compare with the bank's", () => {
    const { format, amount, messages } = createText("ar");
    assert.match(format(messages.checkout.declined.attemptsLeft, { count: 2 }), /^[^٠-٩]+$/);
    assert.match(amount(125000, "EUR"), /1,250\.00/);
  });
});
