const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

// Embeddings, overrides and isolates: one that is never closed would turn all that follows, one too many ends ours.
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu;

// Hebrew, Arabic and their neighbours; beyond the first plane from Cypriot to Yezidi, and from Mende to Adlam and signs.
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Keeps a value that stands in a sentence of direction `dir` from turning what is around it, and the other way round
 * (Unicode Standard Annex 9). Digits alone, and left-to-right text in a left-to-right sentence, need nothing.
 */
export function isolate(value: string | number, dir: "ltr" | "rtl"): string | number {
  if (typeof value === "number") return value;
  const plain = value.replace(TURNING, "");
  if (/^\d*$/.test(plain)) return plain;
  if (dir === "ltr" && !RIGHT_TO_LEFT.test(plain)) return plain;
  return `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}`;
}
