import type { BankReply } from "#lib/payments/refunds/replies.ts";
import { readCamt } from "#lib/payments/transfers/camt/read.ts";
import { isMt } from "#lib/payments/transfers/mt/fields.ts";
import { readMt } from "#lib/payments/transfers/mt/read.ts";
import { readReplies } from "#lib/payments/transfers/replies/read.ts";
import {
  MAX_STATEMENT_BYTES,
  problemOf,
  type Statement,
  wrongStatement,
} from "#lib/payments/transfers/statement/statement.ts";
import { countParts, MAX_PARTS, readDocuments } from "#lib/payments/transfers/xml/document.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { isXml, splitTexts, type Text } from "./text.ts";
import { isZip, unzip } from "./zip.ts";

/** `ibans`: the merchant's own. */
export type StatementTask = { name: string; bytes: Uint8Array; ibans: readonly string[] };

type Content = { statement: Statement } | { replies: BankReply[] };

/** `problem`: why nothing of it was read. */
export type ReadStatement = { name: string } & (Content | { problem: string });

/**
 * Recognises what it is by its content.
 * @throws AppError `invalid_request` if nothing could be read
 */
export async function readFiles(task: StatementTask): Promise<ReadStatement[]> {
  const { bytes, ibans } = task;
  if (!isZip(bytes)) return readPlain(task);
  if (bytes.byteLength > MAX_STATEMENT_BYTES) throw wrongStatement("statement_too_large");
  const files = await unzip(bytes);
  return requireOne(files.flatMap((each) => ("bytes" in each ? readFile(each, ibans) : [each])));
}

/**
 * No ZIP.
 * @throws AppError `invalid_request` if nothing could be read
 */
export function readPlain({ ibans, ...file }: StatementTask): ReadStatement[] {
  return requireOne(readFile(file, ibans));
}

function requireOne(read: ReadStatement[]): ReadStatement[] {
  if (read.some((each) => !("problem" in each))) return read;
  const problems = new Set(read.flatMap((each) => ("problem" in each ? each.problem : [])));
  const fields = [...problems].map((message) => ({ path: "file", message }));
  throw new AppError("invalid_request", { fields });
}

type OneFile = Pick<StatementTask, "name" | "bytes">;

function readFile({ name, bytes }: OneFile, ibans: readonly string[]): ReadStatement[] {
  const results = resultsOf(() => textsOf(bytes)).flatMap((text) =>
    "problem" in text ? [text] : resultsOf(() => readText(text.text, ibans)),
  );
  return results.map((each, at) => ({
    name: results.length > 1 ? `${name} (${at + 1})` : name,
    ...each,
  }));
}

function textsOf(bytes: Uint8Array): Text[] {
  if (bytes.byteLength > MAX_STATEMENT_BYTES) throw wrongStatement("statement_too_large");
  const texts = splitTexts(bytes);
  // Together: many small documents take as long as a large one.
  const parts = texts.map((each) => ("text" in each ? countParts(each.text) : 0));
  if (parts.reduce((sum, count) => sum + count, 0) > MAX_PARTS) {
    throw wrongStatement("statement_too_large");
  }
  return texts;
}

function readText(text: string, ibans: readonly string[]): Content[] {
  if (isXml(text)) return [readXml(text, ibans)];
  if (!isMt(text)) throw wrongStatement("statement_kind");
  return readMt(text, ibans).map((statement) => ({ statement }));
}

function readXml(text: string, ibans: readonly string[]): Content {
  const { kind, documents } = readDocuments(text);
  return kind === "pain.002"
    ? { replies: readReplies(documents) }
    : { statement: readCamt(documents, kind, ibans) };
}

function resultsOf<Result>(work: () => Result[]): (Result | { problem: string })[] {
  try {
    return work();
  } catch (error) {
    return [{ problem: problemOf(error) }];
  }
}
