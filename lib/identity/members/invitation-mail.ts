import type { Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { type MailPart, mailPage, mailText, toLine } from "#lib/platform/mail/page.ts";

export const INVITATION_DAYS = 7;

/** Strangers choose both names, so they are inserted as plain text. */
export type InvitationMailParts = {
  email: string;
  role: Role;
  accountName: string;
  inviterName: string | undefined;
  link: string;
  text: MerchantText;
};

export function invitationMail({ email, role, link, text, ...names }: InvitationMailParts): Mail {
  const { mail: words } = text.messages.team;
  const { console, common } = text.messages;
  const account = toLine(names.accountName);
  const inviter = toLine(names.inviterName ?? "");
  const title = text.format(words.title, { account, product: common.product });
  const values = { account, inviter, product: common.product, role: console.roles[role] };
  const parts: MailPart[] = [
    text.format(inviter ? words.purpose : words.purposeOperator, values),
    { label: text.format(words.open, { account }), href: link },
    text.format(words.validity, { days: INVITATION_DAYS }),
    text.format(words.ignore),
  ];
  return {
    to: email,
    subject: title,
    text: mailText(title, parts),
    html: mailPage(text, title, parts),
  };
}
