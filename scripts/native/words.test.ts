import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";

const IOS = "sdk/ios/Sources/BanksideUI/Resources";
const ANDROID = "sdk/android/ui/src/main/res";

function iosTexts(language: string): Record<string, string> {
  const file = readFileSync(`${IOS}/${language}.lproj/Bankside.strings`, "utf8");
  return Object.fromEntries(
    [...file.matchAll(/^"(\w+)" = "(.+)";$/gm)].map(([, name = "", text = ""]) => [name, text]),
  );
}

/** Under the names that iOS uses. */
function androidTexts(language: string): Record<string, string> {
  const folder = language === "en" ? "values" : `values-${language}`;
  const file = readFileSync(`${ANDROID}/${folder}/strings.xml`, "utf8");
  return Object.fromEntries(
    [...file.matchAll(/<string name="bankside_(\w+)">(.+)<\/string>/g)].map(
      ([, name = "", text = ""]) => [
        name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
        text,
      ],
    ),
  );
}

describe("the words of the native SDKs", () => {
  const names = Object.keys(iosTexts("en"));

  for (const [language, { messages }] of Object.entries(LANGUAGES)) {
    it(`are the same on iOS, on Android and on the site in ${language}`, () => {
      const texts = iosTexts(language);
      assert.deepEqual(Object.keys(texts), names);
      assert.deepEqual(androidTexts(language), texts);
      assert.equal(texts["tryAgain"], messages.common.errorAgain);
    });
  }

  it("exist in no other language", () => {
    assert.equal(globSync(`${IOS}/*.lproj`).length, Object.keys(LANGUAGES).length);
    assert.equal(globSync(`${ANDROID}/values*/strings.xml`).length, Object.keys(LANGUAGES).length);
  });
});
