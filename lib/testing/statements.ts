import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { MAX_PARTS } from "#lib/payments/transfers/xml/document.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";

/** `amount` as in the file. */
export type MadeEntry = {
  amount?: string;
  currency?: string;
  direction?: "CRDT" | "DBIT";
  status?: string;
  isReversal?: boolean;
  /** `null`: the bank gives no day. */
  bookedOn?: string | null;
  /** Elements between status and details, such as {@link transactionCode}. */
  more?: string;
  bankRef?: string;
  /** Several for a batch. */
  details?: string[];
  /** Creditor reference of the only detail, without `details`. */
  reference?: string;
};

export type MadeStatement = {
  kind?: "camt.052" | "camt.053" | "camt.054";
  version?: string;
  iban?: string;
  entries: MadeEntry[];
};

/** Such as RCDT ESCT. */
export const transactionCode = (family: string, subFamily: string, domain = "PMNT") =>
  `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

export const structured = (reference: string, more = "") =>
  `<TxDtls>${more}<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;

/** As the payer's bank passed it on. */
export const withEndToEndId = (id: string, more = "") =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}</TxDtls>`;

export const unstructured = (...lines: string[]) =>
  `<TxDtls><RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join("")}</RmtInf></TxDtls>`;

const PLACES = {
  "camt.052": ["BkToCstmrAcctRpt", "Rpt"],
  "camt.053": ["BkToCstmrStmt", "Stmt"],
  "camt.054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

/** Default: camt.053.001.08. */
export function makeStatement({
  kind = "camt.053",
  version = "08",
  iban = "NL91ABNA0417164300",
  entries,
}: MadeStatement): string {
  const [root, part] = PLACES[kind];
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

/** Elements and attributes of one credit, as `MAX_PARTS` counts them. */
const OF_ONE_PART = 5;

/** The largest accepted statement, or `share` of it: the most credits, with the longest free text. */
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

// Begins like our references, but is none.
const NOISE = "RF18 5390 0754 7 ";
