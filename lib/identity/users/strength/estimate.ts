import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { dictionary, adjacencyGraphs as graphs } from "@zxcvbn-ts/language-common";

export type Guess = { password: string; about: string[] };

// Longer input takes disproportionate time, and a strong start stays strong.
const ESTIMATED_CHARACTERS = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs, maxLength: ESTIMATED_CHARACTERS });

/** 0 to 4. Takes 0.1 s, after loading megabytes: only for a thread. */
export function estimateStrength({ password, about }: Guess): number {
  return estimator.check(password, ["bankside", ...about.flatMap(wordsOf)]).score;
}

/** A text, its parts and common spellings: `harbour-books`, `harbourbooks`. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase();
  const pieces = [whole, ...whole.split(/[\s@.]+/u)];
  const words = pieces.flatMap((piece) => {
    const parts = piece.split(/[^\p{L}\p{N}]+/u);
    return [piece, parts.join(""), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length > 2);
}
