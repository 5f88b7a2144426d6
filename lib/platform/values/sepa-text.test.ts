import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { toSepaText } from "./sepa-text.ts";

describe("text of a SEPA order", () => {
  const written: [string, string][] = [
    ["Corner Books (NL) order/17: a+b, c.d - 'e'?", "Corner Books (NL) order/17: a+b, c.d - 'e'?"],
    ["Bücher & Käse Straße", "Buecher + Kaese Strasse"],
    ["u\u0308ber", "ueber"],
    ["ÜBER", "UeBER"],
    ["Café Łódź Ærø Ångström", "Cafe Lodz Aero Angstroem"],
    ["Χρήστος Ψωμί", "Christos Psomi"],
    ["Книжарница Щастие, Йордан", "Knizharnitsa Shtastie, Yordan"],
    ["order_17 #5 @home", "order-17 .5 .home"],
    ["“Zum Löwen” – 5 €", "'Zum Loewen' - 5 EUR"],
    ["//a//b/", "a/b"],
    ["  a\n\tb\u0000 ", "a b"],
    ["a\t\u0000\tb", "a b"],
    ["書店", ".."],
    ["５ ﬁ", "5 fi"],
    ["/", ""],
  ];
  for (const [text, expected] of written) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () => {
      assert.equal(toSepaText(text, 140), expected);
    });
  }

  it("contains only letters that all banks accept, is never too long, and does not change when converted again", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.integer({ min: 1, max: 140 }),
        (text, max) => {
          const first = toSepaText(text, max);
          assert.match(first, /^[A-Za-z0-9/\-?:().,'+ ]*$/);
          assert.doesNotMatch(first, /^[/ ]|[/ ]$|\/\//);
          assert.ok(first.length <= max);
          assert.equal(toSepaText(first, max), first);
        },
      ),
    );
  });
});
