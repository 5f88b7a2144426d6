import { alertOnOutage } from "#lib/platform/mail/alert.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import { createSmtpSender } from "#lib/platform/mail/smtp.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

export function createSmtp(
  env: { SMTP_URL?: string | undefined; MAIL_FROM: string },
  logger: Logger,
): SendMail | undefined {
  if (!env.SMTP_URL) return undefined;
  const send = createSmtpSender({
    url: env.SMTP_URL,
    from: env.MAIL_FROM,
    onUnconfirmed: (error) =>
      logger.warn({ err: error }, "the mail server did not confirm an e-mail"),
  });
  return alertOnOutage(send, logger);
}
