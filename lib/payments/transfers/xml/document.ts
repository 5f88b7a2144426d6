import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { FileKind } from "#lib/payments/model/kinds.ts";
import { wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { allAt, type Node } from "./node.ts";

export type XmlKind = Extract<FileKind, `camt.${string}` | `pain.${string}`>;

// We read nine levels; no version has more than sixteen, and an envelope three.
const MAX_DEPTH = 24;

/** Elements and attributes; parsing takes a fraction of a second. */
export const MAX_PARTS = 30_000;

// Between two "<": the parser processes a whole tag before it rejects it.
const MAX_STRETCH = 16 * 1024;

// Only comments and an envelope's header can precede it.
const DOCUMENT_WITHIN = 16 * 1024;

const ENVELOPES = 3;

// Banks of Austria put the name into a namespace of their own.
const NAMESPACE =
  /<(?:[\w.-]+:)?Document\b[^>]*?["'][\w.:/-]*\b(?:(camt\.05[234])\.001\.(?:0[2-9]|1[0-3])|(pain\.002)\.001\.(?:0[3-9]|1[0-4]))(?!\d)[^"']*["']/;

// Beside the document, not around it.
const HEADER =
  /^(?:<\?xml[^>]*\?>)?\s*<(?:[\w.-]+:)?AppHdr\b[\s\S]*?<\/(?:[\w.-]+:)?AppHdr\s*>(?=\s*<(?:[\w.-]+:)?Document\b)/;

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

function kindOf(text: string): XmlKind | undefined {
  const [, camt, pain] = NAMESPACE.exec(text.slice(0, DOCUMENT_WITHIN)) ?? [];
  return (camt ?? pain) as XmlKind | undefined;
}

/**
 * Messages of ISO 20022, in an envelope or not.
 * @throws AppError `invalid_request`
 */
export function readDocuments(text: string): { kind: XmlKind; documents: Node[] } {
  refuseDoctype(text);
  const kind = kindOf(text);
  if (kind === undefined) throw wrongStatement("statement_kind");
  return { kind, documents: documentsIn(parseXml(text.replace(HEADER, ""))) };
}

/**
 * For up to {@link MAX_PARTS}.
 * @throws AppError `invalid_request`
 */
export function parseXml(text: string): Node {
  refuseDoctype(text);
  if (longestStretch(text) > MAX_STRETCH) throw wrongStatement("statement_too_heavy");
  if (XMLValidator.validate(text) !== true) throw wrongStatement("statement_xml");
  try {
    return parser.parse(text);
  } catch (cause) {
    throw wrongStatement("statement_xml", cause);
  }
}

/** Entities could expand or load files. */
function refuseDoctype(text: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw wrongStatement("statement_doctype");
}

/** Of a document that would be read; bounded by {@link MAX_PARTS}. */
export function countParts(text: string): number {
  return kindOf(text) === undefined ? 0 : (text.match(/<(?!\/)|=/g)?.length ?? 0);
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

/** The root, or within an envelope. */
function documentsIn(root: Node): Node[] {
  let level: Node[] = [root];
  for (let depth = 0; depth <= ENVELOPES; depth++) {
    const found = level.flatMap((node) => allAt(node, "Document"));
    if (found.length > 0) return found;
    level = level.flatMap(childrenOf);
  }
  return [];
}

function childrenOf(node: Node): Node[] {
  return typeof node === "object" && node !== null ? Object.values(node).flat() : [];
}
