import { toDecimalString } from "#lib/platform/values/money.ts";
import { partIdOf } from "./outgoing-orders.ts";
import type { SandboxPayment } from "./payment.ts";

/** What the bank writes about a file: its debits, these and their returns, or that it refuses all. */
export const OUTGOING_DOCUMENTS = ["sent", "returned", "refused"] as const;
export type OutgoingDocument = (typeof OUTGOING_DOCUMENTS)[number];

/** Notifications (camt.054) for `sent` and `returned`, a status report (pain.002) for `refused`. */
export function writeDocument(
  kind: OutgoingDocument,
  payments: SandboxPayment[],
  now: Date,
): string {
  const time = `${now.toISOString().slice(0, 19)}Z`;
  return kind === "refused"
    ? statusReport(payments, time)
    : notification(payments, time, kind === "returned");
}

function notification(payments: SandboxPayment[], time: string, isReturned: boolean): string {
  const accounts = Map.groupBy(payments, ({ debtorIban }) => debtorIban ?? "");
  const parts = [...accounts].map(
    ([iban, own], at) => `<Ntfctn>
<Id>SANDBOX-${at + 1}</Id><CreDtTm>${time}</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${own.map((each) => entry(each, "DBIT", time)).join("\n")}
${isReturned ? own.map((each) => entry(each, "CRDT", time)).join("\n") : ""}
</Ntfctn>`,
  );
  return document(
    "camt.054.001.08",
    `<BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>SANDBOX</MsgId><CreDtTm>${time}</CreDtTm></GrpHdr>
${parts.join("\n")}
</BkToCstmrDbtCdtNtfctn>`,
  );
}

/** A credit is the debit's return: the payer's account is closed. */
function entry(payment: SandboxPayment, direction: "DBIT" | "CRDT", time: string): string {
  const { id, endToEndId, amount, currency, remittance } = payment;
  const isReturn = direction === "CRDT";
  const text = remittance === null ? "" : `<RmtInf><Ustrd>${toXml(remittance)}</Ustrd></RmtInf>`;
  return `<Ntry>
<Amt Ccy="${currency}">${toDecimalString(amount, currency)}</Amt>
<CdtDbtInd>${direction}</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${time.slice(0, 10)}</Dt></BookgDt>
<AcctSvcrRef>${id}${isReturn ? "-R" : ""}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${isReturn ? "RRTN" : "ESCT"}</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${toXml(endToEndId)}</EndToEndId></Refs>${text}${
    isReturn ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : ""
  }</TxDtls></NtryDtls>
</Ntry>`;
}

function statusReport(payments: SandboxPayment[], time: string): string {
  const parts = Map.groupBy(payments, partIdOf);
  const [messageId = ""] = [...parts.keys()].map((id) => id.replace(/-\d+$/, ""));
  const reports = [...parts].map(
    ([id, own]) => `<OrgnlPmtInfAndSts>
<OrgnlPmtInfId>${toXml(id)}</OrgnlPmtInfId>
<PmtInfSts>RJCT</PmtInfSts>
${own
  .map(
    ({ endToEndId }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${toXml(endToEndId)}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>`,
  )
  .join("\n")}
</OrgnlPmtInfAndSts>`,
  );
  return document(
    "pain.002.001.10",
    `<CstmrPmtStsRpt>
<GrpHdr><MsgId>SANDBOX</MsgId><CreDtTm>${time}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${toXml(messageId)}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>
${reports.join("\n")}
</CstmrPmtStsRpt>`,
  );
}

const document = (kind: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}">
${content}
</Document>
`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const toXml = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
