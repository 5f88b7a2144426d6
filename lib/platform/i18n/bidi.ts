const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

// Embeddings, overrides and isolates: an unclosed one would turn the text after it.
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu;

// Hebrew, Arabic and related scripts.
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates a value from the direction of its sentence, and the reverse (Unicode Standard Annex 9). */
export function isolate(value: string | number, dir: "ltr" | "rtl"): string | number {
  if (typeof value === "number") return value;
  const plain = value.replace(TURNING, "");
  if (/^\d*$/.test(plain)) return plain;
  if (dir === "ltr" && !RIGHT_TO_LEFT.test(plain)) return plain;
  return `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}`;
}
