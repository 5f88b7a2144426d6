import { isLoopback } from "#lib/platform/configuration/variable-types.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { SendMail } from "./mail.ts";

type Options = {
  smtp: SendMail | undefined;
  keep: SendMail;
  sandboxEnabled: () => Promise<boolean>;
  addresses: string[];
  listensLocally: boolean;
  logger: Pick<Logger, "error">;
};

/** Links in these mails open accounts: the demo's public mailbox must not be reachable. */
export function createConsoleMail({ smtp, keep, sandboxEnabled, logger, ...options }: Options) {
  const isLocal = options.listensLocally && options.addresses.every(isLoopback);
  const isKept = async (): Promise<boolean> =>
    smtp === undefined && isLocal && (await sandboxEnabled());

  const send: SendMail = async (mail) => {
    if (smtp) return smtp(mail);
    if (await isKept()) return keep(mail);
    logger.error({ alert: "mail_not_configured" }, "set SMTP_URL to let people sign up");
    throw new AppError("mail_unavailable");
  };

  return {
    send,
    isKept,
  };
}
