import { z } from "zod";
import { INVITATION_DAYS } from "#lib/identity/members/invitation-mail.ts";
import { ROLES } from "#lib/identity/model/roles.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { parseEmail } from "#lib/platform/values/email.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Services } from "#lib/services/index.ts";
import { accountId, defineCommand, UsageError } from "./parse.ts";

const schema = z.object({
  account: accountId.optional(),
  new: z
    .string()
    .trim()
    .refine((text) => isPrintable(text, 70), "must be 1 to 70 printable characters")
    .optional(),
  email: z
    .string({ error: "is required: the address to invite" })
    .refine((text) => parseEmail(text) !== undefined, "must be one e-mail address"),
  role: z
    .enum(ROLES, { error: `must be one of ${ROLES.toReversed().join(", ")}` })
    .default("owner"),
});

/** For accounts where no member can invite, or no mail can be sent. */
export const invite = defineCommand({
  summary:
    "invites a person to an existing or new account; prints the link and sends it by e-mail if possible",
  usage: '(--account acct_… | --new "Company") --email ADDRESS [--role owner|developer|viewer]',
  kinds: { account: "value", new: "value", email: "value", role: "value" },
  schema,
  async run({ new: company, role, email, account }, services) {
    if ((account === undefined) === (company === undefined)) {
      throw new UsageError('Use either --account acct_… or --new "Company".');
    }
    const id = account ?? (await services.openings.openAsOperator({ name: company ?? "" }));
    const request = { accountId: id, email, role, text: createMerchantText() };
    const { link, isMailed } = await services.invitations.inviteByLink(request);
    return {
      lines: [
        `${id}: ${email} is invited as ${role}. The link works once and expires in ${INVITATION_DAYS} days:`,
        link,
        await howItWent(services, isMailed),
      ],
    };
  },
});

async function howItWent({ consoleMail }: Services, isMailed: boolean): Promise<string> {
  if (!isMailed) return "No e-mail was sent. Share the link only with this person.";
  return (await consoleMail.isKept())
    ? "It is also in the demo mailbox."
    : "It was also sent by e-mail. Share it only with this person.";
}
