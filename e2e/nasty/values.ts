import { utf8 } from "./wire.ts";

/** Markup that no page may contain, and a header that no answer may have. */
export const MARKUP = "<nasty>";
export const HEADER = "X-Nasty";

const code = (...points: number[]) => String.fromCodePoint(...points);

/** Every character of Latin-1, one value each, and samples of what lies beyond. */
const CHARACTERS = [
  ...Array.from({ length: 0x100 }, (_, point) => point),
  ...[0x100, 0x2013, 0x2028, 0x2029, 0x202e, 0x2066, 0x200f, 0xfeff, 0xfffd, 0xfffe, 0x1f4a9],
  ...[0xe0001, 0x10ffff],
].map((point) => utf8(`de${code(point)}AT`));

/** Bytes that are no UTF-8: cut off, overlong, a surrogate, beyond Unicode. */
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

/** All characters of Latin-1 at once, and everything else that is short. */
const EVERYTHING = [...Array.from({ length: 0x100 }, (_, point) => code(point)), MARKUP];

/** Short enough for the head of a request, long enough for anything that counts on less. */
const LONG = "x".repeat(8_000);
/** Only a body takes it. */
const HUGE = "x".repeat(65_536);

/** What every place is sent in turn: one byte per character. */
export const SINGLE: string[] = [...CHARACTERS, ...NO_UTF8, ...WORDS];

/** What every route is sent in all places at once. */
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

/** Percent-encodes every byte but letters and digits. */
export function encoded(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}

/** What of a value HTTP lets into a header: no control characters. */
export function asHeader(bytes: string): string {
  return [...bytes].filter((byte) => byte === "\t" || (byte >= " " && byte !== "\x7f")).join("");
}
