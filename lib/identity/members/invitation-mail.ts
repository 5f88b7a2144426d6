import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { type MailPart, mailPage, mailText, toLine } from "#lib/platform/mail/page.ts";
import type { Role } from "./roles.ts";

/** Days an invitation can be accepted for. */
export const INVITATION_DAYS = 7;

/** What an invitation tells. Both names are chosen by strangers to the reader, so they are text and nothing else. */
export type InvitationMailParts = {
  email: string;
  role: Role;
  accountName: string;
  /** None when the service's operator invites. */
  inviterName: string | undefined;
  link: string;
  text: MerchantText;
};

/** Writes the mail with the link that lets somebody into an account. */
export function invitationMail({ email, role, link, text, ...names }: InvitationMailParts): Mail {
  const { mail: words } = text.messages.team;
  const { console, common } = text.messages;
  const account = toLine(names.accountName);
  const inviter = toLine(names.inviterName ?? "");
  const title = text.say(words.title, { account, product: common.product });
  const values = { account, inviter, product: common.product, role: console.roles[role] };
  const parts: MailPart[] = [
    text.say(inviter ? words.purpose : words.purposeOperator, values),
    { label: text.say(words.open, { account }), href: link },
    text.say(words.validity, { days: INVITATION_DAYS }),
    text.say(words.ignore),
  ];
  return {
    to: email,
    subject: title,
    text: mailText(title, parts),
    html: mailPage(text, title, parts),
  };
}
