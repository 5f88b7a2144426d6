import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { fitSubject, type LetterColours, letterMail } from "./letter.ts";
import type { Mail } from "./mail.ts";
import { toLine } from "./page.ts";

/** The merchant chooses `payeeName`, `order`, `description` and `lines`: plain text only. `amount`s in minor units. */
export type ReceiptMailParts = {
  email: string;
  payeeName: string;
  amount: number;
  currency: string;
  /** ISO 8601. */
  paidAt: string;
  order: string | null;
  description: string | null;
  lines: readonly { name: string; quantity: number; unitAmount: number }[] | null;
  /** Opens nothing. */
  id: string;
  url: string;
  mode: Mode;
  text: Text;
  colours?: LetterColours | undefined;
};

// The receipt's page shows all.
const MOST_LINES = 30;

export function receiptMail({ email, text, currency, ...parts }: ReceiptMailParts): Mail {
  const { common, information, receipt, mail } = text.messages;
  const words = mail.receipt;
  const amount = text.amount(parts.amount, currency);
  const time = text.dateTime(parts.paidAt);
  const payee = toLine(parts.payeeName);
  const paid = text.format(words.paid, { payee, amount, time });
  const { order, description, lines } = parts;
  return letterMail({
    to: email,
    text,
    subject: fitSubject((name) => text.format(words.subject, { payee: name, amount }), payee),
    preheader: paid,
    from: payee,
    mark: parts.mode === "test" ? receipt.mark : undefined,
    title: words.title,
    figure: amount,
    lead: paid,
    about: description === null ? undefined : toLine(description),
    facts: [
      ...(order === null ? [] : [{ label: common.order, value: toLine(order) }]),
      { label: common.time, value: time },
      { label: common.reference, value: parts.id },
    ],
    items: lines?.slice(0, MOST_LINES).map(({ name, quantity, unitAmount }) => ({
      label: quantity > 1 ? `${quantity} × ${toLine(name)}` : toLine(name),
      value: text.amount(quantity * unitAmount, currency),
    })),
    link: { label: words.show, href: parts.url },
    notes: [receipt.note, information.complaints.shop],
    foot: [text.format(words.why, { payee })],
    colours: parts.colours,
  });
}
