import { parseMailbox } from "#lib/identity/model/person.ts";
import { toUser, type UserRow } from "#lib/identity/model/user.ts";
import type { SessionService } from "#lib/identity/sessions/service.ts";
import { type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import {
  passwordChangedMail,
  resetMail,
  unknownAddressMail,
} from "#lib/platform/mail/console-mails.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type EmailLinks, LINK_MINUTES } from "./email-links.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { normalisePassword, parseNewPassword } from "./password-rules.ts";
import * as repository from "./repository.ts";
import { countMail, type MailWish } from "./sign-up.ts";
import type { EstimateStrength } from "./strength/strength.ts";

export type PasswordChange = {
  userId: string;
  currentPassword: string;
  newPassword: string;
  keepSessionId: string;
};

export type PasswordDeps = {
  db: Database;
  clock: Clock;
  limits: Limits;
  links: EmailLinks;
  sessions: Pick<SessionService, "revokeAll">;
  passwords: PasswordHasher;
  estimate: EstimateStrength;
  sendMail: SendMail;
  consoleUrl: string;
  logger: Pick<Logger, "warn">;
};

type Done = { action: AuditAction; keptSessionId?: string };

async function endOthers(
  { clock, links, sessions }: PasswordDeps,
  tx: Database,
  user: UserRow,
  { action, keptSessionId }: Done,
) {
  await links.close(tx, "reset_password", user.email);
  await sessions.revokeAll(tx, user.id, keptSessionId);
  const actor = toUser(user).id;
  await recordAudit(tx, clock.now(), { accountId: null, actor, action, target: user.id });
}

/** The password is already changed, so a failed mail is not an error. */
async function notify(
  { clock, sendMail, consoleUrl, logger }: PasswordDeps,
  user: UserRow,
): Promise<void> {
  const resetUrl = `${consoleUrl}/forgot-password`;
  const text = createMerchantText();
  const mail = passwordChangedMail({ email: user.email, text, at: clock.now(), resetUrl });
  await sendMail(mail).catch((err: unknown) => {
    logger.warn({ err, userId: user.id }, "the e-mail about a password change was not sent");
  });
}

/** @throws AppError `too_many_tries`, `invalid_request` (currentPassword, newPassword) */
export async function changePassword(deps: PasswordDeps, input: PasswordChange): Promise<void> {
  const { db, clock, limits, passwords, estimate } = deps;
  const user = await repository.find(db, input.userId);
  if (!user) throw new AppError("signed_out");
  await limits.take("password-change", user.id);
  const check = { estimate, about: [user.email, user.name] };
  const newPassword = await parseNewPassword(input.newPassword, check, "newPassword");
  await limits.take("sign-in-email", user.email);
  const current = normalisePassword(input.currentPassword);
  if (!(await passwords.verify(current, user.passwordHash))) throw wrongPassword();
  await limits.giveBack("sign-in-email", user.email);
  const passwordHash = await passwords.hash(newPassword);
  await db.transaction(async (tx) => {
    const values = { passwordHash, passwordChangedAt: clock.now() };
    // A concurrent change was faster.
    if (!(await repository.replaceHash(tx, user, values))) throw wrongPassword();
    const keptSessionId = input.keepSessionId;
    await endOthers(deps, tx, user, { action: "user.password_changed", keptSessionId });
  });
  await notify(deps, user);
}

/**
 * Response and timing don't reveal whether there is an account.
 * @throws AppError `invalid_request` (email), `too_many_mails`, `mail_unavailable`
 */
export async function startReset(
  { db, limits, links, sendMail, consoleUrl }: PasswordDeps,
  { email, address }: MailWish,
): Promise<void> {
  const mailbox = parseMailbox(email);
  await countMail(limits, mailbox, address);
  const isKnown = (await repository.findByEmail(db, mailbox)) !== undefined;
  // Also issued for unknown addresses, to keep the timing equal.
  const token = await links.issue("reset_password", mailbox);
  const link = `${consoleUrl}/new-password?token=${token}`;
  const parts = { email: mailbox, text: createMerchantText() };
  await sendMail(
    isKnown ? resetMail({ ...parts, link, validMinutes: LINK_MINUTES }) : unknownAddressMail(parts),
  );
}

export function readReset(
  { links }: Pick<PasswordDeps, "links">,
  token: string,
): Promise<string | undefined> {
  return links.read("reset_password", token);
}

/**
 * Signs out all browsers. Second factors stay. On `invalid_request` the link stays valid.
 * @throws AppError `email_link_not_valid`, `too_many_tries`, `invalid_request` (password)
 */
export async function finishReset(
  deps: PasswordDeps,
  input: { token: string; password: string },
): Promise<void> {
  const { db, clock, limits, links, passwords, estimate } = deps;
  const email = await links.read("reset_password", input.token);
  const user = email && (await repository.findByEmail(db, email));
  if (!user) throw new AppError("email_link_not_valid");
  await limits.take("link", input.token);
  const password = await parseNewPassword(input.password, {
    estimate,
    about: [user.email, user.name],
  });
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    await links.take(tx, "reset_password", input.token);
    const values = { passwordHash, passwordChangedAt: clock.now() };
    await repository.update(tx, user.id, values);
    await endOthers(deps, tx, user, { action: "user.password_reset" });
  });
  // Others' failed attempts must not lock out the user.
  await limits.forgive("sign-in-email", user.email);
  await notify(deps, user);
}

function wrongPassword(): AppError {
  return invalidField("currentPassword", "password_wrong");
}
