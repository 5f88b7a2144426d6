import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { emailKey, maskEmail, parseEmail } from "./email.ts";

describe("e-mail addresses", () => {
  const cases: [typed: string, email: string | undefined][] = [
    ["ada@shop.example", "ada@shop.example"],
    [" Ada.L+x@Shop.EXAMPLE\n", "Ada.L+x@shop.example"],
    ["", undefined],
    ["ada", undefined],
    ["ada@", undefined],
    ["@shop.example", undefined],
    ["ada@shop", undefined],
    ["ada@shop.example, eve@evil.example", undefined],
    ["ada@shop.example\r\nBcc: eve@evil.example", undefined],
    ["ada@@shop.example", undefined],
    ["<ada@shop.example>", undefined],
    ['"ada"@shop.example', undefined],
    ["ada@shop.example\u0000", undefined],
    ["\u0430da@shop.example", undefined],
    [`${"a".repeat(241)}@shop.example`, `${"a".repeat(241)}@shop.example`],
    [`${"a".repeat(242)}@shop.example`, undefined],
  ];
  for (const [typed, email] of cases) {
    it(`reads ${JSON.stringify(typed.slice(0, 40))}`, () => assert.equal(parseEmail(typed), email));
  }

  it("reads what it has read as the same, without anything that ends a line or a recipient", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (typed) => {
        const email = parseEmail(typed);
        if (email === undefined) return;
        assert.equal(parseEmail(email), email);
        assert.doesNotMatch(email, /[\s,;:<>"()\\]/);
      }),
    );
  });

  it("counts an address once, however it is written", () => {
    assert.equal(emailKey("Ada@shop.example"), emailKey("ada@shop.example"));
  });

  it("masks all but the first character and the domain", () => {
    assert.equal(maskEmail("ada@shop.example"), "a•••@shop.example");
    assert.equal(maskEmail("a@shop.example"), "a•••@shop.example");
  });
});
