import type { Text } from "#lib/platform/i18n/format.ts";
import type { Mail } from "./mail.ts";
import { mailPage, toLine } from "./page.ts";

/** What a code mail tells. `payeeName` is the merchant's to choose, so it is text and nothing else. */
export type CodeMailParts = {
  email: string;
  code: string;
  payeeName: string;
  amountText: string;
  text: Text;
  validMinutes: number;
};

/** Writes the mail that brings a payer the code; its subject begins with the code, to be read from a notification. */
export function codeMail({ email, code, text, ...parts }: CodeMailParts): Mail {
  const { code: words } = text.messages.mail;
  const payee = toLine(parts.payeeName);
  const title = text.say(words.title);
  const before = text.say(words.purpose, { amount: parts.amountText, payee });
  const after = [
    text.say(words.validity, { minutes: parts.validMinutes }),
    text.say(words.secret),
    text.say(words.ignore),
  ];
  return {
    to: email,
    subject: text.say(words.subject, { code, payee }),
    text: [`${title}: ${code}`, before, ...after, ""].join("\n\n"),
    html: mailPage(text, title, [{ code }, before, ...after]),
  };
}
