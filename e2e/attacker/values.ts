import { utf8 } from "./wire.ts";

/** Must appear in no page and no header. */
export const MARKUP = "<nasty>";
export const HEADER = "X-Nasty";

const code = (...points: number[]) => String.fromCodePoint(...points);

/** Every Latin-1 character, and samples beyond. */
const CHARACTERS = [
  ...Array.from({ length: 0x100 }, (_, point) => point),
  ...[0x100, 0x2013, 0x2028, 0x2029, 0x202e, 0x2066, 0x200f, 0xfeff, 0xfffd, 0xfffe, 0x1f4a9],
  ...[0xe0001, 0x10ffff],
].map((point) => utf8(`de${code(point)}AT`));

/** Invalid UTF-8: truncated, overlong, a surrogate, beyond Unicode. */
const NO_UTF8 = ["\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xed\xb0\x80", "\xf5\x80\x80\x80"];

const WORDS = [
  "",
  " ",
  "[]",
  "{}",
  "null",
  "-1",
  "1e400",
  "NaN",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "../../../etc/passwd",
  "..%2f..",
  "%ff",
  "%00",
  "%",
  "$@1",
  "$undefined",
  "$F1",
  "javascript:alert(1)",
  "//evil.example",
  "https://evil.example/\\@x",
  "http://[::1",
  `\r\n${HEADER}: 1`,
  `\n{"level":50,"msg":"forged"}\n`,
  `"'>${MARKUP}&amp;`,
  "{{7*7}}#{7*7}",
  "' OR 1=1 --",
  utf8("\ud83d\ude00\u0301\u202e\u2067"),
];

const EVERYTHING = [...Array.from({ length: 0x100 }, (_, point) => code(point)), MARKUP];

/** Fits into a request's head. */
const LONG = "x".repeat(8_000);
/** Fits only into a body. */
const HUGE = "x".repeat(65_536);

/** One byte per character, each sent in every place. */
export const SINGLE: string[] = [...CHARACTERS, ...NO_UTF8, ...WORDS];

/** Sent in all places at once. */
export const WHOLE: string[] = [
  utf8(EVERYTHING.join("")),
  EVERYTHING.join(""),
  ...NO_UTF8.slice(0, 1),
  `\r\n${HEADER}: 1\r\n\r\n`,
  "__proto__",
  "[]",
  "",
];

export { HUGE, LONG };

export function encoded(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}

/** HTTP allows no control characters. */
export function asHeader(bytes: string): string {
  return [...bytes].filter((byte) => byte === "\t" || (byte >= " " && byte !== "\x7f")).join("");
}
