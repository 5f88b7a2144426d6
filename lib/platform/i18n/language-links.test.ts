import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { languageLinks } from "./language-links.ts";

describe("languageLinks", () => {
  it("changes only the language of an address", () => {
    const links = languageLinks("reference=a%2Bb&view=qr");
    assert.equal(links.length, 16);
    const german = links.find(({ locale }) => locale === "de");
    assert.deepEqual(german, {
      locale: "de",
      name: "Deutsch",
      dir: "ltr",
      href: "?reference=a%2Bb&view=qr&lang=de",
    });
    assert.equal(links.find(({ locale }) => locale === "ar")?.dir, "rtl");
  });

  it("links to the page itself if it has no query", () => {
    assert.ok(languageLinks("").some(({ href }) => href === "?lang=fi"));
  });
});
