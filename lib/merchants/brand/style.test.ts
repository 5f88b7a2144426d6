import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SCHEMES } from "#lib/merchants/model/look.ts";
import { NO_BRAND } from "./brand.ts";
import { lookOf } from "./style.ts";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("look of a brand", () => {
  it("is empty if nothing was chosen", () => {
    assert.deepEqual(lookOf(NO_BRAND), { css: undefined, logoPath: undefined });
  });

  it("is one rule of custom properties that can't contain markup", () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(...SCHEMES), (accentColour, scheme) => {
        const { css = "" } = lookOf({ ...NO_BRAND, accentColour, scheme });
        assert.match(css, /^:root:root\{[a-z0-9#:;,() -]+\}$/);
        assert.ok(css.includes("--accent:var(--light,#"));
      }),
    );
  });

  it("sets the scheme of form controls too", () => {
    const css = lookOf({ ...NO_BRAND, scheme: "dark" }).css ?? "";
    assert.match(css, /--light: ;--dark:initial;color-scheme:dark/);
    assert.match(lookOf({ ...NO_BRAND, scheme: "light" }).css ?? "", /--dark: ;color-scheme:light/);
    assert.equal(lookOf({ ...NO_BRAND, scheme: "auto" }).css, undefined);
  });

  it("refers to a logo by its digest", () => {
    const logoDigest = "a".repeat(64);
    assert.equal(lookOf({ ...NO_BRAND, logoDigest }).logoPath, `/checkout/logo/${logoDigest}`);
  });
});
