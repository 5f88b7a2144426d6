import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pseudoMessage } from "./pseudo.ts";

describe("pseudo-language", () => {
  it("is accented, in brackets, and two fifths longer", () => {
    const message = "Choose your bank and approve there";
    const strange = pseudoMessage(message);
    assert.match(strange, /^\[Çĥööšé ýöûŕ ƀåñķ/);
    assert.ok(strange.endsWith("]"));
    assert.ok(strange.length >= message.length * 1.4, strange);
  });

  it("does not change arguments and their syntax", () => {
    assert.match(pseudoMessage("Pay {amount}"), /^\[Þåý \{amount\} /);
    assert.match(
      pseudoMessage("{count, plural, one {One try} other {# of {all}}}"),
      /^\[\{count, plural, one \{Öñé ţŕý\} other \{# öƒ \{all\}\}\} /,
    );
  });
});
