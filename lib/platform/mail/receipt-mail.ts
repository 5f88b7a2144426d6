import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import type { Mail } from "./mail.ts";
import { mailPage, mailText, toLine } from "./page.ts";

/** The merchant chooses `payeeName` and `order`: plain text only. */
export type ReceiptMailParts = {
  email: string;
  payeeName: string;
  amountText: string;
  timeText: string;
  order: string | null;
  url: string;
  mode: Mode;
  text: Text;
};

export function receiptMail({ email, text, ...parts }: ReceiptMailParts): Mail {
  const { common, receipt, mail } = text.messages;
  const words = mail.receipt;
  const shown = { payee: toLine(parts.payeeName), amount: parts.amountText, time: parts.timeText };
  const title = text.format(words.title);
  const body = [
    text.format(words.paid, shown),
    ...(parts.order === null ? [] : [`${common.order}: ${toLine(parts.order)}`]),
    ...(parts.mode === "test" ? [receipt.mark] : []),
    { label: words.show, href: parts.url },
    receipt.note,
  ];
  return {
    to: email,
    subject: text.format(words.subject, shown),
    text: mailText(title, body),
    html: mailPage(text, title, body),
  };
}
