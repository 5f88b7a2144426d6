import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contrastOf, parseHex, toHex, toOklch } from "./colour-space.ts";
import { MIN_CONTRAST, type Palette, paletteOf, SURFACES } from "./palette.ts";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

// WCAG 2.2 minimum for non-text such as the focus ring (1.4.11, AA).
const MIN_EDGE_CONTRAST = 3;

// The ring's other backgrounds: sunken areas and the test line of app/globals.css.
const GROUNDS = { light: ["#f0f0ed", "#ffedc2"], dark: ["#222523", "#33270b"] } as const;

const EXTREMES = ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"];

// Other text on a tint: `--muted` of app/globals.css.
const MUTED = { light: "#565c58", dark: "#a7ada9" } as const;

function assertReadable(palette: Palette, of: string) {
  for (const scheme of ["light", "dark"] as const) {
    const { accent, strong, onAccent, tint } = palette[scheme];
    const pairs = [
      ...SURFACES[scheme].flatMap((surface) => [
        [accent, surface],
        [strong, surface],
      ]),
      [accent, tint],
      [MUTED[scheme], tint],
      [onAccent, accent],
      [onAccent, strong],
    ];
    for (const [text = "", background = ""] of pairs) {
      const contrast = contrastOf(text, background);
      assert.ok(
        contrast >= MIN_CONTRAST,
        `${of}, ${scheme}: ${text} on ${background} is ${contrast}`,
      );
    }
    assert.notEqual(accent, strong, `${of}, ${scheme}: a hover can be seen`);
  }
}

describe("palette", () => {
  it("is readable in both schemes with any accent", () => {
    fc.assert(
      fc.property(colour, (accent) => assertReadable(paletteOf(accent), accent)),
      { examples: EXTREMES.map((accent) => [accent]) },
    );
  });

  it("has a focus ring that is visible on every surface", () => {
    fc.assert(
      fc.property(colour, (brand) => {
        for (const scheme of ["light", "dark"] as const) {
          const { accent, tint } = paletteOf(brand)[scheme];
          for (const ground of [...SURFACES[scheme], ...GROUNDS[scheme], tint]) {
            const contrast = contrastOf(accent, ground);
            assert.ok(
              contrast >= MIN_EDGE_CONTRAST,
              `${brand}, ${scheme}: on ${ground} ${contrast}`,
            );
          }
        }
      }),
      { examples: EXTREMES.map((accent) => [accent]) },
    );
  });

  it("contains only colours", () => {
    fc.assert(
      fc.property(colour, (accent) => {
        for (const colours of Object.values(paletteOf(accent))) {
          for (const value of Object.values(colours)) assert.match(value, /^#[0-9a-f]{6}$/);
        }
      }),
    );
  });

  it("does not change an accent that is readable", () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const { light, dark } = paletteOf(accent);
        const reads = (surfaces: readonly string[]) =>
          surfaces.every((surface) => contrastOf(accent, surface) >= MIN_CONTRAST);
        if (reads([...SURFACES.light, light.tint])) assert.equal(light.accent, accent);
        if (reads([...SURFACES.dark, dark.tint])) assert.equal(dark.accent, accent);
      }),
    );
    assert.equal(paletteOf("#0B6E4F").light.accent, "#0b6e4f");
  });

  it("keeps the hue of colours that have one", () => {
    const vivid = colour.filter((accent) => toOklch(accent).chroma > 0.12);
    fc.assert(
      fc.property(vivid, (accent) => {
        const { hue } = toOklch(accent);
        for (const { accent: shown } of Object.values(paletteOf(accent))) {
          const { hue: other, chroma } = toOklch(shown);
          const turned = Math.abs(Math.atan2(Math.sin(hue - other), Math.cos(hue - other)));
          assert.ok(chroma < 0.04 || turned < 0.15, `${accent} became ${shown}`);
        }
      }),
    );
  });

  it("is measured against the surfaces of the pages", () => {
    const css = readFileSync(new URL("../../../app/globals.css", import.meta.url), "utf8");
    for (const name of ["card", "paper"] as const) {
      const at = name === "card" ? 0 : 1;
      const [light, dark] = [SURFACES.light[at], SURFACES.dark[at]];
      assert.ok(css.includes(`--${name}: var(--light, ${light}) var(--dark, ${dark});`), name);
    }
    for (const [at, name] of ["sunken", "warning-tint"].entries()) {
      const value = `--${name}: var(--light, ${GROUNDS.light[at]}) var(--dark, ${GROUNDS.dark[at]});`;
      assert.ok(css.includes(value), name);
    }
    assert.ok(css.includes(`--muted: var(--light, ${MUTED.light}) var(--dark, ${MUTED.dark});`));
  });
});

describe("colour space", () => {
  it("converts there and back", () => {
    fc.assert(fc.property(colour, (hex) => assert.equal(toHex(toOklch(hex)), hex)));
  });

  it("measures contrast as WCAG does", () => {
    assert.equal(contrastOf("#000000", "#ffffff"), 21);
    assert.equal(contrastOf("#767676", "#ffffff").toFixed(2), "4.54");
  });

  it("accepts only #rrggbb", () => {
    for (const text of ["", "red", "#fff", "#12345g", "#1234567", "#123456;", "#123456\n"]) {
      assert.throws(() => parseHex(text), RangeError);
    }
  });
});
