import { type AppError, invalidField } from "#lib/platform/failures/errors.ts";

export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024;

// Other encodings could be read in two ways.
const ENCODINGS = [
  "utf-8",
  "us-ascii",
  "iso-8859-1",
  "iso-8859-15",
  "windows-1252",
  "utf-16",
  "utf-16be",
];

/**
 * @throws AppError `invalid_request` for an empty or too large file, a wrong encoding, or a document type, which camt never has
 */
export function readXmlText(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw wrongStatement("statement_missing");
  if (bytes.byteLength > MAX_STATEMENT_BYTES) throw wrongStatement("statement_too_large");
  const text = decode(bytes);
  // Entities could expand or load files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw wrongStatement("statement_doctype");
  return text;
}

export function wrongStatement(reason: string, cause?: unknown): AppError {
  return invalidField("file", reason, cause);
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (!ENCODINGS.includes(encoding)) throw wrongStatement("statement_encoding");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw wrongStatement("statement_encoding", cause);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16";
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^(?:ï»¿)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start);
  return (declared?.[1] ?? "utf-8").toLowerCase();
}
