import { mailboxPath } from "#components/checkout/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** Finished texts for {@link MailSent}, which renders in the browser. */
export type MailSentWords = {
  title: string;
  lead: string;
  missing: string;
  again: { label: string; href: string };
  /** Set when mails are stored instead of sent. */
  mailbox?: { hint: string; label: string; href: string } | undefined;
};

/** The same for every mail, so that the page does not reveal whether an account exists. */
export function sayMailSent(
  text: MerchantText,
  { email, formHref, isKept }: { email: string; formHref: string; isKept: boolean },
): MailSentWords {
  const words = text.messages.access.sent;
  const mailbox = { hint: words.mailboxHint, label: words.mailbox, href: mailboxPath(email) };
  return {
    title: words.title,
    lead: text.format(words.lead, { email }),
    missing: words.missing,
    again: { label: words.again, href: formHref },
    mailbox: isKept ? mailbox : undefined,
  };
}
