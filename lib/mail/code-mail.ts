import type { Text } from "#lib/i18n/format.ts";
import type { Mail } from "./mail.ts";

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
    html: page({ text, title, code, before, after }),
  };
}

type Page = { text: Text; title: string; code: string; before: string; after: string[] };

// No colours of text and ground, so that a mail program's dark mode stays in charge of both.
function page({ text, title, code, before, after }: Page): string {
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(words)}</p>`;
  return [
    "<!doctype html>",
    `<html lang="${text.locale}" dir="${text.dir}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;font-family:system-ui,sans-serif"><div style="max-width:480px;margin:0 auto">`,
    `<h1 style="margin:0 0 8px;font-size:16px;line-height:24px">${escapeHtml(title)}</h1>`,
    `<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:bold;letter-spacing:4px" dir="ltr">${escapeHtml(code)}</p>`,
    paragraph(before),
    ...after.map(paragraph),
    "</div></body></html>",
    "",
  ].join("\n");
}

/** On one line, without characters that turn the direction of what follows. */
function toLine(name: string): string {
  return name.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
