import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { encodeEpc, testEpc } from "#lib/platform/values/epc.ts";

export type ShownTransfer = {
  /** Creditor reference (ISO 11649) in electronic form. */
  reference: string;
  /** `null` if the QR code can't hold this order. Unusable in test mode. */
  code: string | null;
  /** ISO 8601; `null` while other ways to pay are open. */
  reportedAt: string | null;
};

export function shownTransfer(
  transaction: WholeTransaction,
  isOffered: boolean,
): ShownTransfer | null {
  const { status, transferReference: reference, transferReportedAt } = transaction;
  const isReported = status === "processing" && transferReportedAt !== null;
  if (reference === null || !(isReported || isOffered)) return null;
  const { payeeName: name, payeeIban: iban, amount, mode } = transaction;
  const code = mode === "test" ? testEpc(reference) : encodeEpc({ name, iban, amount, reference });
  return {
    reference,
    code: code ?? null,
    reportedAt: isReported ? transferReportedAt.toISOString() : null,
  };
}
