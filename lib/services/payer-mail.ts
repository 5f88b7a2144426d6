import { AppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";

type Send = (mail: Mail) => Promise<void>;

type Parts = {
  /** None where no SMTP server is set. */
  smtp: Send | undefined;
  sandboxMail: { deliver: Send };
  sandboxEnabled: () => Promise<boolean>;
  logger: Logger;
};

/** Wires how a payer's code is mailed. What it makes throws `mail_unavailable`. */
export function createPayerMail({ smtp, sandboxMail, sandboxEnabled, logger }: Parts) {
  return async (mail: Mail, mode: "test" | "live"): Promise<void> => {
    if (smtp) return smtp(mail);
    // Codes in the demo's mailbox are for everybody to read, so they can't vouch for a payer of real money.
    if (mode === "live" || !(await sandboxEnabled())) {
      logger.error({ alert: "mail_not_configured", mode }, "set SMTP_URL to verify payers");
      throw new AppError("mail_unavailable");
    }
    return sandboxMail.deliver(mail);
  };
}
