import { mailboxPath } from "#components/checkout/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** Finished words for {@link MailSent}, which is drawn in the browser. */
export type MailSentWords = {
  title: string;
  lead: string;
  missing: string;
  again: { label: string; href: string };
  /** Where the mail is kept, if nothing is sent. */
  mailbox?: { hint: string; label: string; href: string } | undefined;
};

/** Says that a mail to `email` is on its way; the same whatever is in it. */
export function sayMailSent(
  text: MerchantText,
  { email, formHref, isKept }: { email: string; formHref: string; isKept: boolean },
): MailSentWords {
  const words = text.messages.access.sent;
  const mailbox = { hint: words.mailboxHint, label: words.mailbox, href: mailboxPath(email) };
  return {
    title: words.title,
    lead: text.say(words.lead, { email }),
    missing: words.missing,
    again: { label: words.again, href: formHref },
    mailbox: isKept ? mailbox : undefined,
  };
}
