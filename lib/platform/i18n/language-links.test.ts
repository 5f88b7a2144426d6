import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { languageLinks } from "./language-links.ts";

describe("languageLinks", () => {
  it("changes nothing of an address but its language", () => {
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

  it("leads to the page itself where it has no query", () => {
    assert.ok(languageLinks("").some(({ href }) => href === "?lang=fi"));
  });
});
