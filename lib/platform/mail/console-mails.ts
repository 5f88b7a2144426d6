import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Mail } from "./mail.ts";
import { type MailPart, mailPage, mailText } from "./page.ts";

type Parts = { email: string; text: MerchantText };
type LinkParts = Parts & { link: string; validMinutes: number };

export const signUpMail = (parts: LinkParts): Mail => linkMail("signUp", parts);

export const resetMail = (parts: LinkParts): Mail => linkMail("reset", parts);

function linkMail(kind: "signUp" | "reset", { email, text, link, validMinutes }: LinkParts): Mail {
  const { [kind]: words, validity } = text.messages.access.mail;
  return write(email, text, words.subject, [
    text.format(words.purpose),
    { label: text.format(words.link), href: link },
    text.format(validity, { minutes: validMinutes }),
    text.format(words.ignore),
  ]);
}

export function knownAddressMail(parts: Parts & { signInUrl: string; resetUrl: string }): Mail {
  const { email, text, signInUrl, resetUrl } = parts;
  const { known: words } = text.messages.access.mail;
  return write(email, text, words.subject, [
    text.format(words.purpose),
    { label: text.format(words.signIn), href: signInUrl },
    { label: text.format(words.reset), href: resetUrl },
    text.format(words.ignore),
  ]);
}

export function unknownAddressMail({ email, text }: Parts): Mail {
  const { unknown: words } = text.messages.access.mail;
  return write(email, text, words.subject, [text.format(words.purpose), text.format(words.ignore)]);
}

export function passwordChangedMail(parts: Parts & { at: Date; resetUrl: string }): Mail {
  const { email, text, at, resetUrl } = parts;
  const { changed: words } = text.messages.access.mail;
  return write(email, text, words.subject, [
    text.format(words.purpose, { at: text.dateTime(at.toISOString()) }),
    text.format(words.others),
    text.format(words.wrong),
    { label: text.format(words.link), href: resetUrl },
  ]);
}

function write(email: string, text: MerchantText, subjectWords: string, parts: MailPart[]): Mail {
  const subject = text.format(subjectWords);
  return {
    to: email,
    subject,
    text: mailText(subject, parts),
    html: mailPage(text, subject, parts),
  };
}
