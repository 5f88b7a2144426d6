import type { Brand, Look, Scheme } from "./brand.ts";
import { type AccentColours, paletteOf } from "./palette.ts";

// See app/globals.css: of the two, the empty one switches its scheme off. The logo's plate is for pages that change.
const SWITCHES = {
  light: "--light:initial;--dark: ;color-scheme:light",
  dark: "--light: ;--dark:initial;color-scheme:dark",
} as const;

const NO_PLATE = "--plate:transparent;--plate-edge:0px";

const NAMES = {
  accent: "--accent",
  strong: "--accent-strong",
  onAccent: "--on-accent",
  tint: "--accent-tint",
} as const satisfies Record<keyof AccentColours, string>;

/**
 * What pages show of a brand; `shown` is for a preview of one scheme where a brand has both. Throws a RangeError for a
 * colour that is none.
 */
export function lookOf(brand: Brand, shown: Scheme = brand.scheme): Look {
  const rules = [
    ...(brand.accentColour === null ? [] : accentRules(brand.accentColour)),
    ...(shown === "auto" ? [] : [SWITCHES[shown]]),
    ...(brand.scheme === "auto" ? [] : [NO_PLATE]),
  ];
  return {
    // Twice, so that it wins over the tokens wherever it stands.
    css: rules.length > 0 ? `:root:root{${rules.join(";")}}` : undefined,
    logoPath: brand.logoDigest === null ? undefined : `/checkout/logo/${brand.logoDigest}`,
  };
}

function accentRules(accent: string): string[] {
  const { light, dark } = paletteOf(accent);
  const keys = Object.keys(NAMES) as (keyof AccentColours)[];
  return keys.map((key) => `${NAMES[key]}:var(--light,${light[key]}) var(--dark,${dark[key]})`);
}

/** The custom properties of an accent in one scheme, for a page that is already there. `accent` is `#rrggbb`. */
export function accentProperties(accent: string, scheme: "light" | "dark"): Map<string, string> {
  const colours = paletteOf(accent)[scheme];
  const keys = Object.keys(NAMES) as (keyof AccentColours)[];
  return new Map(keys.map((key) => [NAMES[key], colours[key]]));
}

/** Tells whether `text` names a scheme. */
export function isScheme(text: string): text is Scheme {
  return text === "auto" || Object.hasOwn(SWITCHES, text);
}
