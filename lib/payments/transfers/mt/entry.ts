import { findRefundMark, type SeenRefund } from "#lib/payments/refunds/refund.ts";
import { digestKey } from "#lib/payments/transfers/statement/key.ts";
import { payerOf } from "#lib/payments/transfers/statement/payer.ts";
import {
  findNamed,
  printable,
  withoutPlaceholder,
} from "#lib/payments/transfers/statement/reference.ts";
import { type Credit, wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { readDetails } from "./details.ts";

/** `:61:` and its `:86:`. `amount` in minor units. */
export type Entry = {
  mark: "C" | "D" | "RC" | "RD" | "EC" | "ED";
  amount: number;
  bookedOn: string | null;
  type: string;
  /** Of the payer's order, and of the bank. */
  orderId: string;
  bankId: string;
  supplement: string;
  details: string[];
};

// Date, booking day, mark, third letter of the currency, amount, kind of entry, references.
const LINE =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(E[CD]|R?[CD])([A-Z])? ?(\d{1,15}(?:,\d*)?|,\d+)([A-Z][A-Z0-9]{3})(.*)$/;

const RETURNED = "NRTI";

/** @throws AppError `invalid_request` */
export function readLine(lines: string[], details: string[], currency: string): Entry {
  const found = LINE.exec(lines[0] ?? "");
  if (!found) throw wrongStatement("statement_mt");
  const [, year = "", month = "", day = "", booked, mark, , written = "", type = "", ids = ""] =
    found;
  const amount = fromDecimalString(written.replace(",", "."), currency);
  if (amount === undefined) throw wrongStatement("statement_mt");
  const [orderId = "", bankId = ""] = ids.split("//");
  return {
    mark: mark as Entry["mark"],
    amount,
    bookedOn: dayOf(`20${year}-${month}-${day}`, booked),
    type,
    orderId: orderId.trim(),
    bankId: bankId.trim(),
    supplement: lines.slice(1).join(""),
    details,
  };
}

/** `undefined` for what is no incoming transfer. */
export function toCredit(entry: Entry, iban: string, currency: string): Credit | undefined {
  const { mark, amount, bookedOn, type, orderId, bankId, supplement } = entry;
  const { text, ids, isOther, account } = readDetails(entry.details);
  if (mark !== "C" || type === RETURNED || isOther || amount === 0) return undefined;
  const places = [...ids, orderId].map(withoutPlaceholder);
  const named = findNamed({ structured: [], text: text + supplement, ids: places });
  const [ofOrder] = places;
  const endToEndId = ids.length === 0 || ofOrder === undefined ? null : printable(ofOrder);
  const { reference, written } = named;
  // Some banks write the same id beside many entries, so the day and the number of equal ones count too.
  const same = [iban, amount, currency, reference ?? written, bookedOn, orderId, bankId, ofOrder];
  const payer = payerOf(account?.iban, account?.name);
  const key = digestKey("sum", same);
  return { iban, amount, currency, bookedOn, ...named, endToEndId, key, payer };
}

/** Money that left for a refund, or came back. */
export function toRefund(entry: Entry, iban: string, currency: string): SeenRefund | undefined {
  const { amount, orderId, supplement, details } = entry;
  const { text, ids, isOther } = readDetails(details);
  const kind = refundKind(entry, isOther);
  if (kind === undefined || amount === 0) return undefined;
  const mark = findRefundMark([...ids.map((id) => id ?? ""), orderId, text + supplement]);
  return mark === undefined ? undefined : { mark, kind, iban, amount, currency };
}

/** Other credits are payments, even with a refund's reference. Expected entries are not booked. */
function refundKind({ mark, type }: Entry, isOther: boolean): SeenRefund["kind"] | undefined {
  if (mark === "D") return "sent";
  const isReturned = mark === "RD" || (mark === "C" && (isOther || type === RETURNED));
  return isReturned ? "returned" : undefined;
}

/** `booked`: month and day, in the year that is nearest to the value date. */
function dayOf(valueDay: string, booked: string | undefined): string | null {
  const value = timeOf(valueDay);
  if (booked === undefined) return value === undefined ? null : valueDay;
  const year = Number(valueDay.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${booked.slice(0, 2)}-${booked.slice(2)}`)
    .filter((each) => timeOf(each) !== undefined)
    .toSorted((a, b) => distance(a, value) - distance(b, value));
  return days[0] ?? null;
}

function distance(day: string, time: number | undefined): number {
  return Math.abs((timeOf(day) ?? 0) - (time ?? 0));
}

function timeOf(day: string): number | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  return isReal ? time : undefined;
}
