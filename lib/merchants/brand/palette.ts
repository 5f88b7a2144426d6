import { contrastOf, type Oklch, toHex, toOklch } from "./colour-space.ts";

/** Each is `#rrggbb`. */
export type AccentColours = { accent: string; strong: string; onAccent: string; tint: string };

export type Palette = { light: AccentColours; dark: AccentColours };

/** WCAG 2.2 minimum for normal text (1.4.3, AA). */
export const MIN_CONTRAST = 4.5;

/** Backgrounds of accent text: card and paper of app/globals.css. */
export const SURFACES = {
  light: ["#ffffff", "#f7f7f5"],
  dark: ["#191b1a", "#111312"],
} as const;

const STEP = 0.005;

/** Keeps the hue of `accent` (`#rrggbb`), and makes text in it and on it readable in both schemes. */
export function paletteOf(accent: string): Palette {
  const colour = toOklch(accent);
  return { light: lightColours(accent, colour), dark: darkColours(accent, colour) };
}

function lightColours(accent: string, colour: Oklch): AccentColours {
  const tint = toHex({ ...colour, lightness: 0.955, chroma: Math.min(colour.chroma, 0.016) });
  const readable = moveUntilReadable(accent, colour, -STEP, [...SURFACES.light, tint]);
  const { lightness } = readable;
  const strong = toHex({ ...readable, lightness: lightness > 0.3 ? lightness - 0.06 : 0.34 });
  return { accent: readable.hex, strong, onAccent: "#ffffff", tint };
}

function darkColours(accent: string, colour: Oklch): AccentColours {
  const tint = toHex({ ...colour, lightness: 0.26, chroma: Math.min(colour.chroma, 0.03) });
  const readable = moveUntilReadable(accent, colour, STEP, [...SURFACES.dark, tint]);
  const { lightness } = readable;
  const strong = toHex({ ...readable, lightness: lightness < 0.92 ? lightness + 0.06 : 0.84 });
  const onAccent = toHex({ ...colour, lightness: 0.2, chroma: Math.min(colour.chroma, 0.04) });
  return { accent: readable.hex, strong, onAccent, tint };
}

function moveUntilReadable(
  accent: string,
  colour: Oklch,
  step: number,
  backgrounds: readonly string[],
): Oklch & { hex: string } {
  const isReadable = (hex: string) =>
    backgrounds.every((background) => contrastOf(hex, background) >= MIN_CONTRAST);
  let hex = accent.toLowerCase();
  let { lightness } = colour;
  while (!isReadable(hex)) {
    lightness += step;
    hex = toHex({ ...colour, lightness });
  }
  return { ...colour, lightness, hex };
}
