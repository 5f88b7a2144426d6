import { MAX_PARTS } from "#lib/payments/transfers/camt/read.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/camt/text.ts";
import { createCreditorReference } from "#lib/platform/creditor-reference.ts";

/** A credit of a made-up statement; what is not told has a plain value. `amount` as it stands in the file. */
export type MadeEntry = {
  amount?: string;
  currency?: string;
  direction?: "CRDT" | "DBIT";
  status?: string;
  isReversal?: boolean;
  /** None where a bank tells no day. */
  bookedOn?: string | null;
  /** Elements between the status and the details, such as {@link transactionCode}. */
  more?: string;
  /** The bank's own id of the entry. */
  bankRef?: string;
  /** What stands in the details; a batch has several. */
  details?: string[];
  /** Creditor reference of the one detail there is, where `details` tells none. */
  reference?: string;
};

export type MadeStatement = {
  kind?: "camt.053" | "camt.054";
  version?: string;
  iban?: string;
  entries: MadeEntry[];
};

/** A bank transaction code of payments, such as RCDT ESCT. */
export const transactionCode = (family: string, subFamily: string, domain = "PMNT") =>
  `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

/** Details of one transfer with a structured reference, as banks write them. */
export const structured = (reference: string, more = "") =>
  `<TxDtls>${more}<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;

/** Details of one transfer with lines of free text. */
export const unstructured = (...lines: string[]) =>
  `<TxDtls><RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join("")}</RmtInf></TxDtls>`;

/** Writes a bank's file, camt.053.001.08 unless told. */
export function makeStatement({
  kind = "camt.053",
  version = "08",
  iban = "NL91ABNA0417164300",
  entries,
}: MadeStatement): string {
  const [root, part] =
    kind === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}">
<${root}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T06:00:00Z</CreDtTm></GrpHdr>
<${part}>
<Id>S1</Id><CreDtTm>2026-11-20T06:00:00Z</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries.map((entry) => writeEntry(entry, Number(version) >= 8)).join("\n")}
</${part}>
</${root}>
</Document>`;
}

function writeEntry(entry: MadeEntry, hasCodedStatus: boolean): string {
  const { amount = "12.50", currency = "EUR", status = "BOOK", bookedOn = "2026-11-19" } = entry;
  const details =
    entry.details ?? (entry.reference === undefined ? [] : [structured(entry.reference)]);
  return `<Ntry>
<NtryRef>1</NtryRef>
<Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>${entry.direction ?? "CRDT"}</CdtDbtInd>
${entry.isReversal === undefined ? "" : `<RvslInd>${entry.isReversal}</RvslInd>`}
<Sts>${hasCodedStatus ? `<Cd>${status}</Cd>` : status}</Sts>
${bookedOn === null ? "" : `<BookgDt><Dt>${bookedOn}</Dt></BookgDt>`}
${entry.bankRef === undefined ? "" : `<AcctSvcrRef>${entry.bankRef}</AcctSvcrRef>`}
${entry.more ?? ""}
${details.length === 0 ? "" : `<NtryDtls>${details.join("")}</NtryDtls>`}
</Ntry>`;
}

/** As many elements and attributes as one of the parts below is counted for. */
const OF_ONE_PART = 5;

/**
 * A statement as large as is read, or `share` of it: one batch of as many credits as can be, which name references of ours
 * in as much free text as there is room for.
 */
export function makeLargestStatement(share = 1): string {
  const count = Math.floor((MAX_PARTS * share) / OF_ONE_PART) - 10;
  const references = Array.from({ length: count }, (_, index) =>
    createCreditorReference(String(100_000_000_000 + index)),
  );
  const make = (text: string) => {
    const details = references.map((each) =>
      unstructured(each, text).replace("</Ustrd><Ustrd>", " ").replace("<RmtInf>", AMOUNT),
    );
    return makeStatement({ entries: [{ details }] });
  };
  const room = Math.floor((MAX_STATEMENT_BYTES * share - make("").length) / count);
  return make(NOISE.repeat(room / NOISE.length));
}

const AMOUNT = '<Amt Ccy="EUR">12.50</Amt><RmtInf>';

// Begins like a reference of ours, and is none.
const NOISE = "RF18 5390 0754 7 ";
