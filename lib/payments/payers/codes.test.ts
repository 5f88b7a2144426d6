import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { codeMac, isCodeOf, newCode, parseCode } from "./codes.ts";

describe("a code", () => {
  it("has six digits, also leading zeros", () => {
    const codes = Array.from({ length: 500 }, newCode);
    for (const code of codes) assert.match(code, /^[0-9]{6}$/);
    assert.ok(codes.some((code) => code.startsWith("0")));
    assert.ok(new Set(codes).size > 450);
  });

  const typed: [text: string, code: string | undefined][] = [
    ["042913", "042913"],
    [" 042 913 ", "042913"],
    ["042-913", "042913"],
    ["042\u2011913", "042913"],
    ["042–913", "042913"],
    ["042\u00a0913", "042913"],
    ["042\u202f913\r\n", "042913"],
    ["\u200e042913\u200f\ufeff", "042913"],
    ["０４２９１３", "042913"],
    ["٠٤٢٩١٣", "042913"],
    ["۰۴۲۹۱۳", "042913"],
    ["०४२९१३", "042913"],
    ["", undefined],
    ["04291", undefined],
    ["0429133", undefined],
    ["04291a", undefined],
    ["04291²", undefined],
    ["+42913", undefined],
    ["4.2913", undefined],
    ["0x2913", undefined],
    ["𝟎𝟒𝟐𝟗𝟏𝟑", undefined],
    [`${" ".repeat(200)}042913`, undefined],
    ["042913 is your code for €14.50. It is good for 10 minutes.", "042913"],
    ["Code: 042913.", "042913"],
    ["Your code \u200e٠٤٢٩١٣", "042913"],
    ["042913 or 042914", undefined],
    ["Order 0429133", undefined],
    ["A042913B", undefined],
    ["€042913.50", undefined],
    ["1,042913", undefined],
    ["abc", undefined],
  ];
  for (const [text, code] of typed) {
    it(`${JSON.stringify(text.trim())} is read as ${code}`, () => {
      assert.equal(parseCode(text), code);
    });
  }

  it("is identified by its keyed digest, in its own row only", () => {
    const seal = createSeal(Buffer.alloc(32, 7));
    const mac = codeMac(seal, "code_a", "042913");
    assert.ok(isCodeOf(seal, "code_a", "042913", mac));
    assert.ok(!isCodeOf(seal, "code_b", "042913", mac));
    assert.ok(!isCodeOf(seal, "code_a", "042914", mac));
    assert.ok(!isCodeOf(seal, "code_a", "042913", ""));
    assert.ok(!isCodeOf(createSeal(Buffer.alloc(32, 8)), "code_a", "042913", mac));
    assert.ok(!mac.includes("042913"));
  });
});
