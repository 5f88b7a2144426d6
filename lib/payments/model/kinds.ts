/**
 * camt (ISO 20022): account report, statement, and debit and credit notification. MT (SWIFT): statement, and interim
 * transaction report.
 */
export const STATEMENT_KINDS = ["camt.052", "camt.053", "camt.054", "mt940", "mt942"] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Statements, and the bank's status report on a file of refunds. */
export const FILE_KINDS = [...STATEMENT_KINDS, "pain.002"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** One of the files that came together. */
export type FileResult = ReadFile | ReadReply | RefusedFile;

/** `ibans`: of the account. `entries`: booked credits on them; `known`: booked before; `unreadable`: reference of ours, no certain amount. */
export type ReadFile = {
  name: string;
  kind: StatementKind;
  ibans: string[];
  entries: number;
  known: number;
  unreadable: number;
};

/** `refused`: refunds that the bank refuses. `unknown`: what it names, and no file of the merchant has. */
export type ReadReply = { name: string; kind: "pain.002"; refused: number; unknown: number };

/** `problem`: as the fields of `invalid_request` name it. */
export type RefusedFile = { name: string; problem: string };

export function totalsOf(files: FileResult[]): { known: number; unreadable: number } {
  const read = files.filter((each) => "known" in each);
  return {
    known: read.reduce((sum, { known }) => sum + known, 0),
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

/** Of received money. */
export const TRANSFER_STATUSES = [
  "paid",
  "part",
  "wrong_amount",
  "awaiting_rest",
  "too_late",
  "already_paid",
  "being_paid",
  "unknown_reference",
] as const;

/** Unless resolved, for a member to look at. */
export const OPEN_TRANSFER_STATUSES = [
  "wrong_amount",
  "awaiting_rest",
  "too_late",
  "already_paid",
  "being_paid",
  "unknown_reference",
] as const satisfies (typeof TRANSFER_STATUSES)[number][];
