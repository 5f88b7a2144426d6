import { digestKey } from "#lib/payments/transfers/statement/key.ts";
import { payerOf } from "#lib/payments/transfers/statement/payer.ts";
import {
  findNamed,
  type Named,
  printable,
  withoutPlaceholder,
} from "#lib/payments/transfers/statement/reference.ts";
import type { Credit } from "#lib/payments/transfers/statement/statement.ts";
import { allAt, type Node, textAt, textsAt } from "#lib/payments/transfers/xml/node.ts";
import { fromDecimalString, isCurrency } from "#lib/platform/values/money.ts";
import { isCodedAsOther } from "./transaction-code.ts";

/** `unreadable`: reference of ours, no certain amount. */
export type ReadEntry = { credits: Credit[]; unreadable: number };

/** None for debits, reversals and returned payments. */
export function readEntry(entry: Node, iban: string): ReadEntry {
  const read: ReadEntry = { credits: [], unreadable: 0 };
  if (!isBookedCredit(entry)) return read;
  const details = allAt(entry, "NtryDtls", "TxDtls");
  const parts: Node[] = details.length > 0 ? details : [undefined];
  const count = Number(textAt(entry, "NtryDtls", "Btch", "NbOfTxs") ?? 1);
  const isBatch = parts.length > 1 || count > 1;
  for (const part of parts.filter(isCredit)) {
    const named = referenceOf(part, isBatch ? undefined : entry);
    const money = isBatch ? amountOfPart(part) : amountOfOnly(entry, part);
    const credit = money && toCredit(entry, part, { iban, isBatch, ...money, ...named });
    if (credit) read.credits.push(credit);
    else if (named.written !== null) read.unreadable += 1;
  }
  return read;
}

export const isBooked = (entry: Node) =>
  (textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")) === "BOOK";

export const isReversal = (entry: Node) => /^(?:true|1)$/.test(textAt(entry, "RvslInd") ?? "");

export function isBookedCredit(entry: Node): boolean {
  const isCredit = textAt(entry, "CdtDbtInd") === "CRDT" && isBooked(entry) && !isReversal(entry);
  return isCredit && !isReturned(entry) && allAt(entry, "NtryDtls", "RtrInf").length === 0;
}

export function isCredit(part: Node): boolean {
  return (textAt(part, "CdtDbtInd") ?? "CRDT") === "CRDT" && !isReturned(part);
}

/** On the entry or its part, by details or by code. */
function isReturned(node: Node): boolean {
  return allAt(node, "RtrInf").length > 0 || isCodedAsOther(node);
}

type Money = { amount: number; currency: string };
type Place = { iban: string; isBatch: boolean };

export function amountOfPart(part: Node): Money | undefined {
  // The instructed amount (InstdAmt) may include charges that were taken off.
  return amountAt(part, "Amt") ?? amountAt(part, "AmtDtls", "TxAmt", "Amt");
}

/** The lesser: charges may be taken off either. */
export function amountOfOnly(entry: Node, part: Node): Money | undefined {
  const [booked, own] = [amountAt(entry, "Amt"), amountOfPart(part)];
  return booked && own?.currency === booked.currency && own.amount < booked.amount ? own : booked;
}

function amountAt(node: Node, ...path: string[]): Money | undefined {
  const [text, currency] = [textAt(node, ...path), textAt(node, ...path, "@Ccy")];
  if (text === undefined || currency === undefined || !isCurrency(currency)) return undefined;
  const amount = fromDecimalString(text, currency);
  return amount === undefined || amount === 0 ? undefined : { amount, currency };
}

function toCredit(
  entry: Node,
  part: Node,
  { iban, isBatch, amount, currency, reference, written }: Money & Named & Place,
): Credit {
  const bookedOn = dayOf(textAt(entry, "BookgDt", "Dt") ?? textAt(entry, "BookgDt", "DtTm"));
  const ofEntry = idAt(entry, "AcctSvcrRef");
  const ofPart = idAt(part, "Refs", "AcctSvcrRef");
  const ofPayer = ["EndToEndId", "TxId", "UETR"].map((name) => idAt(part, "Refs", name));
  const same = [iban, amount, currency, reference ?? written];
  const own = isBatch ? ofPart : (ofEntry ?? ofPart);
  const isPart = own === undefined && ofEntry !== undefined;
  const key =
    own === undefined
      ? digestKey(isPart ? "part" : "sum", [...same, isPart ? ofEntry : bookedOn, ...ofPayer])
      : digestKey("ref", [...same, own]);
  const ofOrder = idAt(part, "Refs", "EndToEndId");
  const endToEndId = ofOrder === undefined ? null : printable(ofOrder);
  const payer = payerOf(
    textAt(part, "RltdPties", "DbtrAcct", "Id", "IBAN"),
    textAt(part, "RltdPties", "Dbtr", "Pty", "Nm") ?? textAt(part, "RltdPties", "Dbtr", "Nm"),
  );
  return { iban, amount, currency, bookedOn, reference, written, endToEndId, key, payer };
}

function dayOf(text: string | undefined): string | null {
  const [day] = /^(?:19|20)\d\d-\d\d-\d\d/.exec(text ?? "") ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  return day !== undefined && isReal ? day : null;
}

function referenceOf(part: Node, entry: Node): Named {
  return findNamed({
    structured: textsAt(part, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
    // Banks break lines anywhere, even within a reference.
    text: [
      ...textsAt(part, "RmtInf", "Ustrd"),
      ...textsAt(part, "RmtInf", "Strd", "AddtlRmtInf"),
      ...textsAt(part, "AddtlTxInf"),
      ...textsAt(entry, "AddtlNtryInf"),
    ].join(""),
    ids: ["EndToEndId", "InstrId"].map((name) => idAt(part, "Refs", name)),
  });
}

function idAt(node: Node, ...path: string[]): string | undefined {
  return withoutPlaceholder(textAt(node, ...path));
}
