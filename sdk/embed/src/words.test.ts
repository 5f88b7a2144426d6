import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pickLocale, LANGUAGES as SPOKEN } from "../../../lib/platform/i18n/locale.ts";
import { LANGUAGES, pickLanguage, wordsIn } from "./words.ts";

describe("the texts around the frame", () => {
  it("exist in the checkout's languages", () => {
    assert.deepEqual([...LANGUAGES].sort(), Object.keys(SPOKEN).sort());
  });

  it("are complete and different in each of them", () => {
    const all = LANGUAGES.map(wordsIn);
    for (const words of all) {
      for (const [name, text] of Object.entries(words)) assert.ok(text.trim(), name);
    }
    for (const name of ["silent", "loading"] as const) {
      assert.equal(new Set(all.map((words) => words[name])).size, LANGUAGES.length);
    }
  });

  it("are Danish for Norwegian, as the checkout's are", () => {
    for (const tag of ["no", "nb-NO", "nn", "da"]) {
      assert.equal(pickLanguage([tag, "en"]), "da");
      assert.equal(pickLocale(tag, null), "da");
    }
    assert.equal(pickLanguage(["nl"]), "nl");
  });

  it("are in the first preferred language on offer", () => {
    assert.equal(pickLanguage(["xx", null, undefined, "DE-at", "fr"]), "de");
    assert.equal(pickLanguage([" ", "constructor"]), undefined);
  });
});
