import type { Scheme } from "#lib/merchants/model/look.ts";
import type { Brand, Look } from "./brand.ts";
import { type AccentColours, paletteOf } from "./palette.ts";

// See app/globals.css: the empty switch turns its scheme off.
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

/** @throws RangeError for an invalid colour */
export function lookOf(brand: Brand, shown: Scheme = brand.scheme): Look {
  const rules = [
    ...(brand.accentColour === null ? [] : accentRules(brand.accentColour)),
    ...(shown === "auto" ? [] : [SWITCHES[shown]]),
    ...(brand.scheme === "auto" ? [] : [NO_PLATE]),
  ];
  return {
    // Doubled for a higher specificity than the tokens.
    css: rules.length > 0 ? `:root:root{${rules.join(";")}}` : undefined,
    logoPath: brand.logoDigest === null ? undefined : `/checkout/logo/${brand.logoDigest}`,
  };
}

function accentRules(accent: string): string[] {
  const { light, dark } = paletteOf(accent);
  const keys = Object.keys(NAMES) as (keyof AccentColours)[];
  return keys.map((key) => `${NAMES[key]}:var(--light,${light[key]}) var(--dark,${dark[key]})`);
}

export function accentProperties(accent: string, scheme: "light" | "dark"): Map<string, string> {
  const colours = paletteOf(accent)[scheme];
  const keys = Object.keys(NAMES) as (keyof AccentColours)[];
  return new Map(keys.map((key) => [NAMES[key], colours[key]]));
}

export function isScheme(text: string): text is Scheme {
  return text === "auto" || Object.hasOwn(SWITCHES, text);
}
