import type { BankReply } from "#lib/payments/refunds/replies.ts";

const element = (name: string, text: string | undefined) =>
  text === undefined ? "" : `<${name}>${text}</${name}>`;

/** A bank's status report (pain.002). Default: version .001.10. */
export function makeReply({ messageId, status, parts }: BankReply, version = "10"): string {
  const written = parts.map(
    (part) => `<OrgnlPmtInfAndSts>
${element("OrgnlPmtInfId", part.id)}${element("PmtInfSts", part.status)}
${part.orders
  .map(
    (order) =>
      `<TxInfAndSts>${element("OrgnlEndToEndId", order.endToEndId)}${element("TxSts", order.status)}</TxInfAndSts>`,
  )
  .join("\n")}
</OrgnlPmtInfAndSts>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}">
<CstmrPmtStsRpt>
<GrpHdr><MsgId>BANK1</MsgId><CreDtTm>2026-11-28T10:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts>
${element("OrgnlMsgId", messageId)}<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
${element("GrpSts", status)}
</OrgnlGrpInfAndSts>
${written.join("\n")}
</CstmrPmtStsRpt>
</Document>
`;
}
