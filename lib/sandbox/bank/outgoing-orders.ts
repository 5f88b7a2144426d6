import { parseXml } from "#lib/payments/transfers/xml/document.ts";
import { allAt, type Node, textAt } from "#lib/payments/transfers/xml/node.ts";
import { parseIban, withCheckDigits } from "#lib/platform/values/iban.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";

/** Of a pain.001 file. IBANs are valid, `amount` in euro cents. */
export type OutgoingOrder = {
  partId: string;
  endToEndId: string;
  amount: number;
  debtorIban: string;
  creditorIban: string;
  creditorName: string;
  remittance: string | null;
};

/** More are for a real bank. */
export const MOST_ORDERS = 100;

const SEPARATOR = "/";

/** Of the payment that the bank stores. The same for the same file. */
export function requestIdOf({ partId, endToEndId }: OutgoingOrder): string {
  return ["file", partId, endToEndId].join(SEPARATOR);
}

/** Of the part of the file that ordered it. */
export function partIdOf({ requestId }: { requestId: string }): string {
  return requestId.split(SEPARATOR)[1] ?? "";
}

const PART_ID = /^(?!$)[\w-]{1,35}$/;

/** `live`: for a real bank. */
export type FileProblem = "file" | "live" | "too_many";

/** Of test mode, whose IBANs have wrong check digits. */
export function readOrders(text: string): OutgoingOrder[] | FileProblem {
  const parts = allAt(parseXml(text), "Document", "CstmrCdtTrfInitn", "PmtInf");
  const orders = parts.flatMap((part) =>
    allAt(part, "CdtTrfTxInf").map((order) => readOrder(part, order)),
  );
  if (orders.length === 0 || orders.includes("file")) return "file";
  if (orders.includes("live")) return "live";
  if (orders.length > MOST_ORDERS) return "too_many";
  return orders.filter((order) => typeof order !== "string");
}

function readOrder(part: Node, order: Node): OutgoingOrder | "file" | "live" {
  const [from, to] = [
    textAt(part, "DbtrAcct", "Id", "IBAN") ?? "",
    textAt(order, "CdtrAcct", "Id", "IBAN") ?? "",
  ];
  if (parseIban(from) !== undefined || parseIban(to) !== undefined) return "live";
  const [debtorIban, creditorIban] = [from, to].map(withCheckDigits);
  const partId = textAt(part, "PmtInfId") ?? "";
  const endToEndId = textAt(order, "PmtId", "EndToEndId") ?? "";
  const amount = fromDecimalString(textAt(order, "Amt", "InstdAmt") ?? "", "EUR");
  const isWhole =
    PART_ID.test(partId) &&
    PART_ID.test(endToEndId) &&
    textAt(order, "Amt", "InstdAmt", "@Ccy") === "EUR";
  if (!isWhole || !debtorIban || !creditorIban || !amount) return "file";
  return {
    partId,
    endToEndId,
    amount,
    debtorIban,
    creditorIban,
    creditorName: (textAt(order, "Cdtr", "Nm") ?? "").slice(0, 140),
    remittance: textAt(order, "RmtInf", "Ustrd")?.slice(0, 140) ?? null,
  };
}
