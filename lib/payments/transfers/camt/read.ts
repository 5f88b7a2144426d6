import type { StatementKind } from "#lib/payments/model/kinds.ts";
import { findAccount, requireOwn } from "#lib/payments/transfers/statement/account.ts";
import { numbered } from "#lib/payments/transfers/statement/key.ts";
import { type Statement, wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { allAt, type Node, textAt } from "#lib/payments/transfers/xml/node.ts";
import { readEntry } from "./entry.ts";
import { readRefunds } from "./refund.ts";

const PLACES = {
  "camt.052": ["BkToCstmrAcctRpt", "Rpt"],
  "camt.053": ["BkToCstmrStmt", "Stmt"],
  "camt.054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const satisfies Partial<Record<StatementKind, readonly string[]>>;

export type CamtKind = keyof typeof PLACES;

/**
 * ISO 20022 camt.052, .053 or .054, versions .001.02 to .001.13.
 * @throws AppError `invalid_request`
 */
export function readCamt(documents: Node[], kind: CamtKind, ibans: readonly string[]): Statement {
  const statements = documents.flatMap((each) => allAt(each, ...PLACES[kind]));
  if (statements.length === 0) throw wrongStatement("statement_kind");
  const accounts = statements.map((each) => findAccount(numberOf(each), ibans));
  requireOwn(accounts);
  const entries = statements.flatMap((statement, at) => {
    const iban = accounts[at]?.own;
    if (iban === undefined) return [];
    return allAt(statement, "Ntry").map((entry) => ({ entry, iban }));
  });
  const read = entries.map(({ entry, iban }) => readEntry(entry, iban));
  const refunds = entries.flatMap(({ entry, iban }) => readRefunds(entry, iban));
  return {
    kind,
    ibans: [...new Set(accounts.flatMap(({ own }) => own ?? []))],
    credits: numbered(read.flatMap(({ credits }) => credits)),
    ...(refunds.length > 0 && { refunds }),
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

function numberOf(statement: Node): string {
  const [iban, other] = [["IBAN"], ["Othr", "Id"]].map((path) =>
    textAt(statement, "Acct", "Id", ...path),
  );
  return iban ?? other ?? "";
}
