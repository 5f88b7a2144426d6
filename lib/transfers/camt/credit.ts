import { createHash } from "node:crypto";
import { fromDecimalString, isCurrency } from "#lib/money.ts";
import { isPrintable } from "#lib/printable.ts";
import {
  findCreditorReference,
  findLikeOwn,
  isLikeOwn,
  parseCreditorReference,
} from "#lib/transfers/creditor-reference.ts";
import { allAt, type Node, textAt, textsAt } from "./node.ts";

/** Money that was booked to an account. `amount` in minor units of `currency`, `iban` that of the account. */
export type Credit = {
  iban: string;
  amount: number;
  currency: string;
  bookedOn: string | null;
  /** The creditor reference (ISO 11649) it names beyond doubt. */
  reference: string | undefined;
  /** The reference as the bank wrote it, or what looks like one of ours and is none. */
  written: string | null;
  /** Another text for other money, the same in every file that tells of this. */
  key: string;
};

// What banks write where there is nothing to say.
const NOTHING = /^(?:NOTPROVIDED|NONREF|NOREF|N\/A|-+)$/i;
const MAX_REFERENCE_LENGTH = 35;

/** The booked credits of one entry: one, or those a batch consists of. None for debits, reversals and returned payments. */
export function creditsOf(entry: Node, iban: string): Credit[] {
  if (textAt(entry, "CdtDbtInd") !== "CRDT" || !isBooked(entry)) return [];
  if (/^(?:true|1)$/.test(textAt(entry, "RvslInd") ?? "")) return [];
  const details = allAt(entry, "NtryDtls", "TxDtls");
  const parts: Node[] = details.length > 0 ? details : [undefined];
  const isBatch = parts.length > 1;
  return parts.flatMap((part) => {
    const isOther = (textAt(part, "CdtDbtInd") ?? "CRDT") !== "CRDT";
    if (isOther || allAt(part, "RtrInf").length > 0) return [];
    const money = isBatch ? amountOfPart(part) : amountAt(entry, "Amt");
    return money ? [toCredit(entry, part, { iban, isBatch, ...money })] : [];
  });
}

function isBooked(entry: Node): boolean {
  return (textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")) === "BOOK";
}

type Money = { amount: number; currency: string };

function amountOfPart(part: Node): Money | undefined {
  return (
    amountAt(part, "Amt") ??
    amountAt(part, "AmtDtls", "TxAmt", "Amt") ??
    amountAt(part, "AmtDtls", "InstdAmt", "Amt")
  );
}

/** An amount as booked; `undefined` for one that no payment can have, such as a negative one. */
function amountAt(node: Node, ...path: string[]): Money | undefined {
  const [text, currency] = [textAt(node, ...path), textAt(node, ...path, "@Ccy")];
  if (text === undefined || currency === undefined || !isCurrency(currency)) return undefined;
  const amount = fromDecimalString(text, currency);
  return amount === undefined || amount === 0 ? undefined : { amount, currency };
}

function toCredit(
  entry: Node,
  part: Node,
  { iban, isBatch, ...money }: Money & { iban: string; isBatch: boolean },
): Credit {
  const booked = textAt(entry, "BookgDt", "Dt") ?? textAt(entry, "BookgDt", "DtTm");
  const bookedOn = /^\d{4}-\d\d-\d\d/.exec(booked ?? "")?.[0] ?? null;
  const named = referenceOf(part, isBatch ? undefined : entry);
  const ofEntry = idAt(entry, "AcctSvcrRef");
  const ofPart = idAt(part, "Refs", "AcctSvcrRef");
  const own = isBatch ? (ofPart ?? ofEntry) : (ofEntry ?? ofPart);
  const same = [iban, money.amount, money.currency, named.reference ?? named.written];
  const key =
    own === undefined
      ? digestKey("sum", [
          ...same,
          bookedOn,
          idAt(part, "Refs", "EndToEndId"),
          idAt(part, "Refs", "TxId"),
        ])
      : digestKey("ref", [...same, own]);
  return { iban, ...money, bookedOn, ...named, key };
}

/** A structured reference counts before whatever stands in the remittance text. */
function referenceOf(part: Node, entry: Node): Pick<Credit, "reference" | "written"> {
  const structured = textsAt(part, "RmtInf", "Strd", "CdtrRefInf", "Ref");
  const valid = new Set(
    structured.map(parseCreditorReference).filter((each) => each !== undefined),
  );
  const [reference, ...others] = valid;
  if (reference && others.length === 0) {
    return { reference, written: printable(structured[0] ?? reference) };
  }
  // Banks break lines wherever they like, also within a reference.
  const text = [
    ...textsAt(part, "RmtInf", "Ustrd"),
    ...textsAt(part, "AddtlTxInf"),
    ...textsAt(entry, "AddtlNtryInf"),
  ].join("");
  const found = valid.size === 0 ? findCreditorReference(text) : undefined;
  if (found) return { reference: found, written: found };
  const doubtful = structured.find(isLikeOwn) ?? findLikeOwn(text);
  return { reference: undefined, written: doubtful === undefined ? null : printable(doubtful) };
}

function printable(text: string): string | null {
  return isPrintable(text, MAX_REFERENCE_LENGTH) ? text : null;
}

function idAt(node: Node, ...path: string[]): string | undefined {
  const text = textAt(node, ...path);
  return text === undefined || NOTHING.test(text) ? undefined : text;
}

function digestKey(kind: "ref" | "sum", parts: (string | number | null | undefined)[]): string {
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return `${kind}:${createHash("sha256").update(text).digest("hex")}`;
}
