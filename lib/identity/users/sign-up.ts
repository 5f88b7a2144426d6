import type { MemberService } from "#lib/identity/members/service.ts";
import { parseMailbox, parsePersonName } from "#lib/identity/model/person.ts";
import type { User } from "#lib/identity/model/user.ts";
import { parseCompanyName } from "#lib/merchants/accounts/open-account.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, type FieldError, isAppError } from "#lib/platform/failures/errors.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { knownAddressMail, signUpMail } from "#lib/platform/mail/console-mails.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { type EmailLinks, LINK_MINUTES } from "./email-links.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { parseNewPassword } from "./password-rules.ts";
import { insertUser } from "./profiles.ts";
import * as repository from "./repository.ts";
import type { EstimateStrength } from "./strength/strength.ts";

export type MailWish = { email: string; address: string };

export type SignUp = { token: string; name: string; password: string; companyName: string };

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "open">;
  members: Pick<MemberService, "add">;
  limits: Limits;
  links: EmailLinks;
  passwords: PasswordHasher;
  estimate: EstimateStrength;
  sendMail: SendMail;
  consoleUrl: string;
  isSignUpOpen: boolean;
};

/** @throws AppError `too_many_mails` */
export async function countMail(limits: Limits, mailbox: string, address: string): Promise<void> {
  await limits.take("mail-address", address);
  await limits.take("mail-recipient", mailbox);
}

export function createSignUp({ db, clock, links, consoleUrl, ...deps }: Deps) {
  function demandOpen() {
    if (!deps.isSignUpOpen) throw new AppError("signup_closed");
  }

  return {
    isSignUpOpen: deps.isSignUpOpen,

    /**
     * Response and timing don't reveal whether the account exists.
     * @throws AppError `signup_closed`, `invalid_request` (email), `too_many_mails`, `mail_unavailable`
     */
    async startSignUp({ email, address }: MailWish): Promise<void> {
      demandOpen();
      const mailbox = parseMailbox(email);
      await countMail(deps.limits, mailbox, address);
      const isKnown = (await repository.findByEmail(db, mailbox)) !== undefined;
      const token = await links.issue("sign_up", mailbox);
      const parts = { email: mailbox, text: createMerchantText() };
      await deps.sendMail(
        isKnown
          ? knownAddressMail({
              ...parts,
              signInUrl: `${consoleUrl}/sign-in`,
              resetUrl: `${consoleUrl}/forgot-password`,
            })
          : signUpMail({
              ...parts,
              link: `${consoleUrl}/confirm?token=${token}`,
              validMinutes: LINK_MINUTES,
            }),
      );
    },

    async readSignUp(token: string): Promise<string | undefined> {
      return deps.isSignUpOpen ? links.read("sign_up", token) : undefined;
    },

    /**
     * Creates the user and their account. On `invalid_request` the link stays valid.
     * @throws AppError `signup_closed`, `email_link_not_valid`, `too_many_tries`, `invalid_request` (name, companyName, password)
     */
    async finishSignUp(input: SignUp): Promise<{ userId: User["id"]; accountId: string }> {
      demandOpen();
      const email = await links.read("sign_up", input.token);
      if (!email || (await repository.findByEmail(db, email))) {
        throw new AppError("email_link_not_valid");
      }
      await deps.limits.take("link", input.token);
      const { name, companyName, password } = await readForm(input, email, deps.estimate);
      const passwordHash = await deps.passwords.hash(password);
      return db.transaction(async (tx) => {
        await links.take(tx, "sign_up", input.token);
        const userId = await insertUser(tx, { email, name, passwordHash }, clock.now());
        if (!userId) throw new AppError("email_link_not_valid");
        const accountId = await deps.accounts.open(tx, { name: companyName }, userId);
        await deps.members.add(tx, { accountId, userId, role: "owner" }, userId);
        return { userId, accountId };
      });
    },
  };
}

async function readForm(input: SignUp, email: string, estimate: EstimateStrength) {
  const about = [email, input.name, input.companyName];
  const fields: FieldError[] = [];
  const read = async <T>(parse: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await parse();
    } catch (error) {
      if (!isAppError(error) || !error.fields) throw error;
      fields.push(...error.fields);
      return undefined;
    }
  };
  const name = await read(() => parsePersonName(input.name));
  const companyName = await read(() => parseCompanyName(input.companyName, "companyName"));
  const password = await read(() => parseNewPassword(input.password, { estimate, about }));
  if (name === undefined || companyName === undefined || password === undefined) {
    throw new AppError("invalid_request", { fields });
  }
  return { name, companyName, password };
}
