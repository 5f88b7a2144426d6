import type { Text } from "#lib/platform/i18n/format.ts";
import type { Mail } from "./mail.ts";
import { mailPage, toLine } from "./page.ts";

/** The merchant chooses `payeeName`: plain text only. */
export type CodeMailParts = {
  email: string;
  code: string;
  payeeName: string;
  amountText: string;
  text: Text;
  validMinutes: number;
};

/** The subject starts with the code, to be read from a notification. */
export function codeMail({ email, code, text, ...parts }: CodeMailParts): Mail {
  const { code: words } = text.messages.mail;
  const payee = toLine(parts.payeeName);
  const title = text.format(words.title);
  const before = text.format(words.purpose, { amount: parts.amountText, payee });
  const after = [
    text.format(words.validity, { minutes: parts.validMinutes }),
    text.format(words.secret),
    text.format(words.ignore),
  ];
  return {
    to: email,
    subject: text.format(words.subject, { code, payee }),
    text: [`${title}: ${code}`, before, ...after, ""].join("\n\n"),
    html: mailPage(text, title, [{ code }, before, ...after]),
  };
}
