import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { dictionary, adjacencyGraphs as graphs } from "@zxcvbn-ts/language-common";

/** A password in normal form, and texts its owner must not have made it of: name, address, company. */
export type Guess = { password: string; about: string[] };

// Time grows faster than length, and a password that is hard to guess up to here stays so with more behind it.
const ESTIMATED_CHARACTERS = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs, maxLength: ESTIMATED_CHARACTERS });

/**
 * Estimates how hard a password is to guess, on the scale of zxcvbn from 0 to 4. Takes up to a tenth of a second, after
 * loading lists of several megabytes: for a thread, never for the event loop.
 */
export function estimateStrength({ password, about }: Guess): number {
  return estimator.check(password, ["bankside", ...about.flatMap(wordsOf)]).score;
}

/** A text, the pieces of an address or name in it, and what people make of them: `harbour-books`, `harbourbooks`. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase();
  const pieces = [whole, ...whole.split(/[\s@.]+/u)];
  const words = pieces.flatMap((piece) => {
    const parts = piece.split(/[^\p{L}\p{N}]+/u);
    return [piece, parts.join(""), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length > 2);
}
