import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { failureIn } from "./failures.ts";
import { LANGUAGES } from "./locale.ts";

describe("words for a page without any catalogue", () => {
  for (const [locale, { messages, dir }] of Object.entries(LANGUAGES)) {
    it(`equal those of the catalogue in ${locale}, with the same direction`, () => {
      const { errorTitle, errorLead, errorAgain } = messages.common;
      const words = { errorTitle, errorLead, errorAgain };
      assert.deepEqual(failureIn([locale]), { lang: locale, dir, words });
    });
  }

  it("are in the first language that is on offer, otherwise in English", () => {
    assert.equal(failureIn(["", "xx-XX", "pt-BR", "de"]).lang, "pt");
    assert.equal(failureIn(["nb-NO", "de"]).lang, "da");
    for (const none of [[], ["qps"], ["constructor"], ["xx"]]) {
      assert.equal(failureIn(none).lang, "en");
    }
  });
});
