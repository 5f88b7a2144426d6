import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatIban, maskIban, parseIban } from "./iban.ts";

describe("IBAN", () => {
  it("converts all notations to the electronic form", () => {
    assert.equal(parseIban("nl91 abna 0417 1643 00"), "NL91ABNA0417164300");
    assert.equal(parseIban("DE89-3704-0044-0532-0130-00"), "DE89370400440532013000");
  });

  it("refuses wrong check digits, lengths, countries and other text", () => {
    for (const text of [
      "",
      "NL92ABNA0417164300",
      "NL91ABNA041716430",
      "XX91ABNA0417164300",
      "hello",
      "NL",
    ]) {
      assert.equal(parseIban(text), undefined, text);
    }
  });

  it("formats it in groups, or shows only its ends", () => {
    assert.equal(formatIban("NL91ABNA0417164300"), "NL91 ABNA 0417 1643 00");
    assert.equal(maskIban("NL91ABNA0417164300"), "NL•• •••• 4300");
  });
});
