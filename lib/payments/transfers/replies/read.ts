import type { BankReply } from "#lib/payments/refunds/replies.ts";
import { wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { allAt, type Node, textAt } from "#lib/payments/transfers/xml/node.ts";

/**
 * ISO 20022 pain.002, versions .001.03 to .001.14.
 * @throws AppError `invalid_request`
 */
export function readReplies(documents: Node[]): BankReply[] {
  const reports = documents.flatMap((each) => allAt(each, "CstmrPmtStsRpt"));
  if (reports.length === 0) throw wrongStatement("statement_kind");
  return reports.map((report) => ({
    messageId: textAt(report, "OrgnlGrpInfAndSts", "OrgnlMsgId") ?? "",
    status: textAt(report, "OrgnlGrpInfAndSts", "GrpSts"),
    parts: allAt(report, "OrgnlPmtInfAndSts").map((part) => ({
      id: textAt(part, "OrgnlPmtInfId") ?? "",
      status: textAt(part, "PmtInfSts"),
      orders: allAt(part, "TxInfAndSts").map((order) => ({
        endToEndId: textAt(order, "OrgnlEndToEndId") ?? "",
        status: textAt(order, "TxSts"),
      })),
    })),
  }));
}
