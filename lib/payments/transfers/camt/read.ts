import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { StatementKind } from "#lib/payments/model/kinds.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { type Credit, type ReadEntry, readEntry } from "./credit.ts";
import { allAt, type Node, textAt } from "./node.ts";
import { readXmlText, wrongStatement } from "./text.ts";

export type Statement = {
  kind: StatementKind;
  ibans: string[];
  credits: Credit[];
  unreadable: number;
};

const PLACES = {
  "camt.053": ["BkToCstmrStmt", "Stmt"],
  "camt.054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const satisfies Record<StatementKind, readonly string[]>;

// We read nine levels; no version has more than sixteen.
const MAX_DEPTH = 24;

/** Elements and attributes; parsing takes a fraction of a second. */
export const MAX_PARTS = 30_000;

// Between two "<": the parser processes a whole tag before it rejects it.
const MAX_STRETCH = 16 * 1024;

// Only comments can precede the root.
const ROOT_WITHIN = 4096;

const NAMESPACE =
  /<(?:[\w.-]+:)?Document\b[^>]*?urn:iso:std:iso:20022:tech:xsd:(camt\.05[34])\.001\.(0[2-9]|1[0-3])["']/;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  // Keeps amounts and references as text.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
});

/**
 * ISO 20022 camt.053 or camt.054, versions .001.02 to .001.13.
 * @throws AppError `invalid_request`
 */
export function readStatement(bytes: Uint8Array): Statement {
  const text = readXmlText(bytes);
  const [, kind] = NAMESPACE.exec(text.slice(0, ROOT_WITHIN)) ?? [];
  if (kind !== "camt.053" && kind !== "camt.054") throw wrongStatement("statement_kind");
  if (countParts(text) > MAX_PARTS) throw wrongStatement("statement_too_large");
  if (longestStretch(text) > MAX_STRETCH) throw wrongStatement("statement_too_heavy");
  const statements = allAt(parse(text), "Document", ...PLACES[kind]);
  if (statements.length === 0) throw wrongStatement("statement_kind");
  const read = statements.flatMap((statement) => {
    const iban = parseIban(textAt(statement, "Acct", "Id", "IBAN") ?? "");
    return iban === undefined ? [] : [{ iban, entries: entriesIn(statement, iban) }];
  });
  return {
    kind,
    ibans: [...new Set(read.map(({ iban }) => iban))],
    credits: numbered(read.flatMap(({ entries }) => entries.flatMap(({ credits }) => credits))),
    unreadable: read
      .flatMap(({ entries }) => entries)
      .reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

function countParts(text: string): number {
  return text.match(/<(?!\/)|=/g)?.length ?? 0;
}

function longestStretch(text: string): number {
  let longest = 0;
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf("<", from + 1);
    const to = next === -1 ? text.length : next;
    longest = Math.max(longest, to - from);
    from = to;
  }
  return longest;
}

function parse(text: string): Node {
  if (XMLValidator.validate(text) !== true) throw wrongStatement("statement_xml");
  try {
    return parser.parse(text);
  } catch (cause) {
    throw wrongStatement("statement_xml", cause);
  }
}

function entriesIn(statement: Node, iban: string): ReadEntry[] {
  return allAt(statement, "Ntry").map((entry) => readEntry(entry, iban));
}

/** Two credits without an id may be identical. */
function numbered(credits: Credit[]): Credit[] {
  const seen = new Map<string, number>();
  return credits.map((credit) => {
    const count = (seen.get(credit.key) ?? 0) + 1;
    seen.set(credit.key, count);
    const isAnother = !credit.key.startsWith("ref:") && count > 1;
    return isAnother ? { ...credit, key: `${credit.key}:${count}` } : credit;
  });
}
