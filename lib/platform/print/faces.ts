import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";

export type Weight = 400 | 700;

/** A font file with some of the letters. */
export type Face = { name: string; data: Buffer; font: Font };

/** Manrope as on the pages, and for Arabic, which it lacks, a font that goes with it. Both have the SIL Open Font License 1.1. */
const FILES = [
  "manrope/files/manrope-latin",
  "manrope/files/manrope-latin-ext",
  "manrope/files/manrope-greek",
  "manrope/files/manrope-cyrillic",
  "manrope/files/manrope-vietnamese",
  "noto-sans-arabic/files/noto-sans-arabic-arabic",
] as const;

const loaded = new Map<string, Face>();

/** The first face that has the letter. */
export function faceOf(codePoint: number, weight: Weight): Face | undefined {
  for (const file of FILES) {
    const face = load(`${file}-${weight}-normal.woff`);
    if (face.font.hasGlyphForCodePoint(codePoint)) return face;
  }
  return undefined;
}

function load(file: string): Face {
  const known = loaded.get(file);
  if (known) return known;
  const data = readFileSync(join(process.cwd(), "node_modules/@fontsource", file));
  const font = create(data);
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${file} is not one font`);
  const face = { name: file, data, font };
  loaded.set(file, face);
  return face;
}
