import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { LANGUAGES, pickLocale } from "./locale.ts";

describe("pickLocale", () => {
  const cases: [asked: string | null, header: string | null, expected: string][] = [
    [null, null, "en"],
    ["en", null, "en"],
    ["EN-us", "xx", "en"],
    [null, "xx;q=1, en;q=0.1", "en"],
    ["constructor", null, "en"],
    ["", ",;q=,", "en"],
  ];
  for (const [asked, header, expected] of cases) {
    it(`picks ${expected} for ${asked} and ${header}`, () => {
      assert.equal(pickLocale(asked, header), expected);
    });
  }

  it("answers an offered language whatever it is given", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (asked, header) =>
        Object.hasOwn(LANGUAGES, pickLocale(asked, header)),
      ),
    );
  });
});
