import type { Mode } from "#lib/platform/configuration/mode.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

type Send = (mail: Mail) => Promise<void>;

type Parts = {
  smtp: Send | undefined;
  sandboxMail: { deliver: Send };
  sandboxEnabled: () => Promise<boolean>;
  logger: Logger;
};

/** @throws AppError `mail_unavailable`, from the returned function */
export function createPayerMail({ smtp, sandboxMail, sandboxEnabled, logger }: Parts) {
  return async (mail: Mail, mode: Mode): Promise<void> => {
    if (smtp) return smtp(mail);
    // Anyone can read the demo's mailbox: its codes can't verify real payers.
    if (mode === "live" || !(await sandboxEnabled())) {
      logger.error({ alert: "mail_not_configured", mode }, "set SMTP_URL to verify payers");
      throw new AppError("mail_unavailable");
    }
    return sandboxMail.deliver(mail);
  };
}
