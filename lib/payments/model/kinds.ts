/** ISO 20022: bank-to-customer statement, and debit and credit notification. */
export const STATEMENT_KINDS = ["camt.053", "camt.054"] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];
