import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { IntlMessageFormat } from "intl-messageformat";
import { createText, translate } from "./format.ts";
import { LANGUAGES } from "./locale.ts";

describe("translate", () => {
  it("fills values and plurals", () => {
    const message = "{count, plural, one {One try} other {# tries}} for {name}";
    assert.equal(translate(message, { count: 1, name: "Ada" }, "en"), "One try for Ada");
    assert.equal(translate(message, { count: 3, name: "Ada" }, "en"), "3 tries for Ada");
  });

  it("takes markup and braces in values as text", () => {
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

describe("messages", () => {
  for (const [locale, { messages, tag }] of Object.entries(LANGUAGES)) {
    for (const [path, message] of leaves(messages)) {
      it(`${locale} ${path} is an ICU message`, () => {
        assert.notEqual(message.trim(), "");
        new IntlMessageFormat(message, tag, undefined, { ignoreTag: true });
      });
    }
  }
});

function leaves(node: object, path = ""): [string, string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );
}
