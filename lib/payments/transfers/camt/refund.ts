import { findRefundMark, type SeenRefund } from "#lib/payments/refunds/refund.ts";
import { allAt, type Node, textAt, textsAt } from "#lib/payments/transfers/xml/node.ts";
import {
  amountOfOnly,
  amountOfPart,
  isBooked,
  isBookedCredit,
  isCredit,
  isReversal,
} from "./entry.ts";

/** What an entry says of refunds: money that left, or came back. */
export function readRefunds(entry: Node, iban: string): SeenRefund[] {
  if (!isBooked(entry)) return [];
  const isOfCredits = isBookedCredit(entry);
  const parts = allAt(entry, "NtryDtls", "TxDtls");
  const isBatch = parts.length > 1;
  return parts.flatMap((part): SeenRefund[] => {
    if (isOfCredits && isCredit(part)) return [];
    const mark = findRefundMark([
      textAt(part, "Refs", "EndToEndId") ?? "",
      ...textsAt(part, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
      textsAt(part, "RmtInf", "Ustrd").join(""),
    ]);
    const money = isBatch ? amountOfPart(part) : amountOfOnly(entry, part);
    return mark && money ? [{ mark, kind: kindOf(entry, part), iban, ...money }] : [];
  });
}

function kindOf(entry: Node, part: Node): SeenRefund["kind"] {
  const isDebit = (textAt(part, "CdtDbtInd") ?? textAt(entry, "CdtDbtInd")) === "DBIT";
  return isDebit && !isReversal(entry) ? "sent" : "returned";
}
