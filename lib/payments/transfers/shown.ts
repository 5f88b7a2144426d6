import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { encodeEpc } from "./epc.ts";

/** A credit transfer a shopper may send, or says to have sent. */
export type ShownTransfer = {
  /** Creditor reference (ISO 11649) in electronic form. */
  reference: string;
  /** What the QR code for banking apps holds; none where it can't say this order. In test mode it is nothing they take. */
  code: string | null;
  /** ISO 8601; none while it can still be paid in another way. */
  reportedAt: string | null;
};

/** The transfer a checkout shows of a transaction, `isOffered` while it can be chosen; none where it is no way to pay it. */
export function shownTransfer(transaction: Transaction, isOffered: boolean): ShownTransfer | null {
  const { status, transferReference: reference, transferReportedAt } = transaction;
  const isReported = status === "processing" && transferReportedAt !== null;
  if (reference === null || !(isReported || isOffered)) return null;
  const { payeeName: name, payeeIban: iban, amount, mode } = transaction;
  const code = mode === "test" ? testCode(reference) : encodeEpc({ name, iban, amount, reference });
  return {
    reference,
    code: code ?? null,
    reportedAt: isReported ? transferReportedAt.toISOString() : null,
  };
}

/** Banking apps know no test mode: this begins with no service tag, and has no IBAN they could find. */
function testCode(reference: string): string {
  return ["TEST", "No banking app can pay with this code.", reference].join("\n");
}
