import bidiFactory from "bidi-js";
import { type Face, faceOf, type Weight } from "./faces.ts";

export type Direction = "ltr" | "rtl";

/** Letters of one face and direction. */
export type Run = { text: string; face: Face; isRightToLeft: boolean };

const bidi = bidiFactory();

type Piece = Run & { level: number };

/** One line, from left to right (Unicode Standard Annex 9). Leaves out what no face has. */
export function runsOf(line: string, direction: Direction, weight: Weight): Run[] {
  const pieces = piecesOf(line, direction, weight);
  // Rule L2.
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    let start = 0;
    while (start < pieces.length) {
      let end = start;
      while ((pieces[end]?.level ?? 0) >= level) end += 1;
      pieces.splice(start, end - start, ...pieces.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return pieces;
}

function piecesOf(line: string, direction: Direction, weight: Weight): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const pieces: Piece[] = [];
  let at = 0;
  for (const letter of line) {
    const level = levels[at] ?? 0;
    at += letter.length;
    const last = pieces.at(-1);
    const codePoint = letter.codePointAt(0) ?? 0;
    const face = last?.face.font.hasGlyphForCodePoint(codePoint)
      ? last.face
      : faceOf(codePoint, weight);
    if (!face) continue;
    const isRightToLeft = level % 2 === 1;
    const text = isRightToLeft ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
    if (last && last.face === face && last.level === level) last.text += text;
    else pieces.push({ text, face, level, isRightToLeft });
  }
  return pieces.map((piece) => ({ ...piece, text: asDrawn(piece) }));
}

const ARABIC = /\p{Script=Arabic}/u;

/** The layout turns a run round if it has Arabic letters. */
function asDrawn({ text, isRightToLeft }: Run): string {
  return isRightToLeft && !ARABIC.test(text) ? [...text].reverse().join("") : text;
}
