import { findRefundMark, refundEndToEndId } from "#lib/payments/refunds/refund.ts";
import { fromDecimalString, toDecimalString } from "#lib/platform/values/money.ts";
import {
  type MadeEntry,
  makeStatement,
  structured,
  withEndToEndId,
} from "#lib/testing/statements.ts";

/** `amount` in minor units. A return: the money of a refund came back. */
export type Booking =
  | { kind: "credit"; id: string; transactionId: string; reference: string; amount: number }
  | { kind: "debit" | "return"; id: string; refundId: string; amount: number };

/** Statements and notifications have ids of their own. */
export function write(
  kind: "camt.053" | "camt.054",
  iban: string,
  bookings: readonly Booking[],
): string {
  const sign = kind === "camt.053" ? "S" : "N";
  const entries = bookings.map((booking) => ({
    ...entryOf(booking),
    amount: toDecimalString(booking.amount, "EUR"),
    bankRef: `${sign}${booking.id}`,
  }));
  return makeStatement({ kind, iban, entries });
}

function entryOf(booking: Booking): MadeEntry {
  if (booking.kind === "credit") return { details: [structured(booking.reference, PAYER)] };
  const endToEndId = refundEndToEndId(booking.refundId);
  if (booking.kind === "debit") {
    return { direction: "DBIT", details: [withEndToEndId(endToEndId)] };
  }
  return { details: [withEndToEndId(endToEndId, ACCOUNT_CLOSED)] };
}

const PAYER =
  "<RltdPties><Dbtr><Pty><Nm>Ada Payer</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>";

const ACCOUNT_CLOSED = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";

const ORDER = /<EndToEndId>([^<]+)<\/EndToEndId>\s*<\/PmtId>\s*<Amt><InstdAmt Ccy="EUR">([^<]+)</g;

/** Of a pain.001 file. */
export function readOrders(file: string): { refundId: string; amount: number }[] {
  return [...file.matchAll(ORDER)].map(([, endToEndId = "", text = ""]) => {
    const refundId = findRefundMark([endToEndId]);
    const amount = fromDecimalString(text, "EUR");
    if (!refundId || !amount) throw new Error(`a file orders ${text} for ${endToEndId}`);
    return { refundId, amount };
  });
}
