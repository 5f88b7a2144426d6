import { findAccount, requireOwn } from "#lib/payments/transfers/statement/account.ts";
import { numbered } from "#lib/payments/transfers/statement/key.ts";
import { type Statement, wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { type Entry, readLine, toCredit, toRefund } from "./entry.ts";
import { firstLine, type Message, splitMessages } from "./fields.ts";
import { checkTotals, currencyOf, kindOf } from "./totals.ts";

/** Some 6,000 entries. */
export const MAX_FIELDS = 12_000;

const KINDS = ["mt940", "mt942"] as const;

/**
 * SWIFT MT940 and MT942, one or more messages, as text with or without its blocks. One result for each kind.
 * @throws AppError `invalid_request`
 */
export function readMt(text: string, ibans: readonly string[]): Statement[] {
  const messages = splitMessages(text);
  if (messages.reduce((sum, { length }) => sum + length, 0) > MAX_FIELDS) {
    throw wrongStatement("statement_too_large");
  }
  if (messages.some((message) => kindOf(message) === undefined)) {
    throw wrongStatement("statement_kind");
  }
  const accounts = messages.map((message) => findAccount(accountOf(message), ibans));
  requireOwn(accounts);
  return KINDS.flatMap((kind) => {
    const of = messages.flatMap((message, at) =>
      kindOf(message) === kind ? [{ message, iban: accounts[at]?.own }] : [],
    );
    const own = of.flatMap(({ message, iban }) => {
      // Also of other accounts: a damaged message may hide one of ours.
      const { entries, currency } = entriesOf(message);
      return iban === undefined ? [] : [{ iban, entries, currency }];
    });
    if (own.length === 0) return [];
    const credits = own.flatMap(({ iban, entries, currency }) =>
      entries.flatMap((entry) => toCredit(entry, iban, currency) ?? []),
    );
    const refunds = own.flatMap(({ iban, entries, currency }) =>
      entries.flatMap((entry) => toRefund(entry, iban, currency) ?? []),
    );
    const found = [...new Set(own.map(({ iban }) => iban))];
    const seen = refunds.length > 0 && { refunds };
    return [{ kind, ibans: found, credits: numbered(credits), ...seen, unreadable: 0 }];
  });
}

/** `:25P:` has the bank's BIC in its second line. */
function accountOf(message: Message): string {
  return firstLine(message, "25", "25P") ?? "";
}

function entriesOf(message: Message): { entries: Entry[]; currency: string } {
  const currency = currencyOf(message);
  const entries = message.flatMap(({ tag, lines }, at) => {
    if (tag !== "61") return [];
    const next = message[at + 1];
    return [readLine(lines, next?.tag === "86" ? next.lines : [], currency)];
  });
  checkTotals(message, entries, currency);
  return { entries, currency };
}
