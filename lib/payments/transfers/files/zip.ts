import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import {
  MAX_STATEMENT_BYTES,
  problemOf,
  wrongStatement,
} from "#lib/payments/transfers/statement/statement.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

const MAX_FILES = 100;

/** Of all files together, as the archive declares them. No file can have more than it declares. */
const MAX_BYTES = 8 * 1024 * 1024;

// Banks' files shrink to a tenth, and by repetition to a fiftieth.
const MAX_RATIO = 200;

const MAX_NAME_LENGTH = 100;

type ZippedFile = { name: string; bytes: Uint8Array } | { name: string; problem: string };

export function isZip(bytes: Uint8Array): boolean {
  const [p, k, third, fourth] = bytes;
  const isFile = (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
  return p === 0x50 && k === 0x4b && isFile;
}

/**
 * A file that can't be read leaves the others. Names only label results; folders are dropped.
 * @throws AppError `invalid_request` where the archive itself is damaged, empty, or larger than it may be
 */
export async function unzip(bytes: Uint8Array): Promise<ZippedFile[]> {
  const { zip, entries } = await open(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  if (entries.length === 0) throw wrongStatement("statement_zip_empty");
  const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MAX_BYTES) throw wrongStatement("statement_zip_too_large");
  const files: ZippedFile[] = [];
  for (const [at, entry] of entries.entries()) {
    const name = nameOf(entry) ?? `file ${at + 1}`;
    try {
      files.push({ name, bytes: await extract(zip, entry) });
    } catch (error) {
      files.push({ name, problem: problemOf(error) });
    }
  }
  return files;
}

/** Nothing is decompressed yet. */
async function open(archive: Buffer): Promise<{ zip: yauzl.ZipFile; entries: yauzl.Entry[] }> {
  const entries: yauzl.Entry[] = [];
  const zip = await opened(archive);
  try {
    for await (const entry of zip.eachEntry()) {
      if (isFile(entry)) entries.push(entry);
      if (entries.length > MAX_FILES) break;
    }
  } catch (cause) {
    throw wrongStatement("statement_zip", cause);
  }
  if (entries.length > MAX_FILES) throw wrongStatement("statement_too_many");
  return { zip, entries };
}

function opened(archive: Buffer): Promise<yauzl.ZipFile> {
  // Else names that lead out of a folder would end it.
  const options = { decodeStrings: false, lazyEntries: true, autoClose: false };
  return yauzl.fromBufferPromise(archive, options).catch((cause: unknown) => {
    throw wrongStatement("statement_zip", cause);
  });
}

/** @throws AppError `invalid_request` */
async function extract(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  const { uncompressedSize: size, compressedSize } = entry;
  if (size > MAX_STATEMENT_BYTES) throw wrongStatement("statement_too_large");
  if (size > MAX_RATIO * compressedSize) throw wrongStatement("statement_zip_ratio");
  if (entry.isEncrypted()) throw wrongStatement("statement_zip_encrypted");
  const bytes = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch((cause: unknown) => {
      throw wrongStatement("statement_zip", cause);
    });
  if (crc32(bytes) !== entry.crc32) throw wrongStatement("statement_zip");
  if (isZip(bytes)) throw wrongStatement("statement_zip_nested");
  return bytes;
}

function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: yauzl.Entry): string[] {
  const path = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  return path.split("/");
}

/** No folder, and nothing that macOS adds. */
function isFile(entry: yauzl.Entry): boolean {
  const path = pathOf(entry);
  const name = path.at(-1) ?? "";
  return name !== "" && !name.startsWith(".") && !path.includes("__MACOSX");
}

function nameOf(entry: yauzl.Entry): string | undefined {
  const name = pathOf(entry).at(-1) ?? "";
  return isPrintable(name, MAX_NAME_LENGTH) ? name : undefined;
}
