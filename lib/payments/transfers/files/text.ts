import { problemOf, wrongStatement } from "#lib/payments/transfers/statement/statement.ts";

/** Of several that a bank joined in one file. */
const MAX_TEXTS = 100;

// Of the Encoding Standard, without those that can hide a tag in what looks like text.
const READ = /^(?:utf-8|utf-16[bl]e|ibm866|iso-8859-\d+|windows-\d+|koi8-[ru]|macintosh)$/;

const DECLARATION = "<?xml";

/** `problem`: why it can't be read as text. */
export type Text = { text: string } | { problem: string };

/**
 * The documents that a file joins, without what some programs write around them: blanks, marks of byte order, NUL and ^Z.
 * @throws AppError `invalid_request` where there are none or too many
 */
export function splitTexts(bytes: Uint8Array): Text[] {
  const texts = declaredIn(bytes).flatMap((each): Text[] =>
    "text" in each ? splitRoots(each.text).map((text) => ({ text })) : [each],
  );
  if (texts.length === 0) throw wrongStatement("statement_missing");
  if (texts.length > MAX_TEXTS) throw wrongStatement("statement_too_many");
  return texts;
}

export function isXml(text: string): boolean {
  return text.startsWith("<");
}

/** Each begins with a declaration, except the first. */
function declaredIn(bytes: Uint8Array): Text[] {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    return textsOf(() => splitAt(decode(wide, bytes), DECLARATION));
  }
  const pieces = piecesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return pieces
    .filter((each) => !isBlank(each))
    .flatMap((each) => textsOf(() => [decodePiece(each)]));
}

function textsOf(work: () => string[]): Text[] {
  try {
    return work().map((text) => ({ text }));
  } catch (error) {
    return [{ problem: problemOf(error) }];
  }
}

// `Document` can close only once in each.
const BETWEEN_ROOTS =
  /(?<=<\/(?:[\w.-]{1,40}:)?Document\s{0,8}>)\s*(?=<(?:[\w.-]{1,40}:)?(?:Document|AppHdr)\b)/;

/** Documents without a declaration. */
function splitRoots(text: string): string[] {
  return isXml(text) ? text.split(BETWEEN_ROOTS) : [text];
}

/** UTF-16 by its mark, or by how it writes `<`. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  return first === 0x3c && second === 0 ? "utf-16le" : undefined;
}

function piecesOf(bytes: Buffer): Buffer[] {
  // In others, a payer may have written it.
  if (bytes[bytes.findIndex((byte) => !AROUND.has(byte))] !== "<".charCodeAt(0)) return [bytes];
  const starts = [0];
  for (let at = bytes.indexOf(DECLARATION, 1); at !== -1; at = bytes.indexOf(DECLARATION, at + 1)) {
    starts.push(at);
    if (starts.length > 2 * MAX_TEXTS) break;
  }
  return starts.map((start, at) => bytes.subarray(start, starts[at + 1]));
}

function splitAt(text: string, mark: string): string[] {
  if (!isXml(trim(text))) return [trim(text)];
  const [first = "", ...others] = text.split(mark, MAX_TEXTS + 2);
  return [first, ...others.map((each) => mark + each)].map(trim).filter((each) => each !== "");
}

/** @throws AppError `invalid_request` for a wrong or unknown encoding */
function decodePiece(bytes: Buffer): string {
  const start = trim(bytes.toString("latin1", 0, 200).replace(/^ï»¿/, ""));
  if (!isXml(start)) return trim(decodeNational(bytes));
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8";
  // What can be read as ASCII is no UTF-16: some programs write the label of their strings.
  return trim(decode(/^utf-?16/i.test(declared) ? "utf-8" : declared, bytes));
}

/** Without a declared encoding. References are ASCII, so wrong letters elsewhere do no harm. */
function decodeNational(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function decode(label: string, bytes: Uint8Array): string {
  const decoder = decoderOf(label) ?? decoderOf(label.replaceAll("_", "-"));
  if (decoder === undefined || !READ.test(decoder.encoding)) {
    throw wrongStatement("statement_encoding_unknown");
  }
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw wrongStatement("statement_encoding", cause);
  }
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => AROUND.has(byte));
}

// Blanks, control characters that programs and SWIFT write around a text, and the mark of byte order.
const AROUND = new Set([0, 1, 3, 9, 10, 13, 26, 32, 0xef, 0xbb, 0xbf, 0xfeff]);

// No pattern: its time would grow with the square of a run of blanks.
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && AROUND.has(text.charCodeAt(start))) start += 1;
  while (end > start && AROUND.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
