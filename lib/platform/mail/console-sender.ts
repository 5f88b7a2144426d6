import { isLoopback } from "#lib/platform/env.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { SendMail } from "./mail.ts";

type Options = {
  /** Sends for real; none when no mail server is set up. */
  smtp: SendMail | undefined;
  /** Keeps a mail in the demo's mailbox, where everybody who reaches this deployment can read it. */
  keep: SendMail;
  sandboxEnabled: () => Promise<boolean>;
  /** Where this deployment is reached. */
  addresses: string[];
  /** Whether the server listens on loopback only. */
  listensLocally: boolean;
  logger: Pick<Logger, "error">;
};

/**
 * How mails to users of the console go out. Their links open accounts, so the demo's public mailbox is good for them
 * only where no other machine reaches it.
 */
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
    /** Tells whether mails are kept in the demo's mailbox, for pages to show the way there. */
    isKept,
  };
}
