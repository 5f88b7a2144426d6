import { isAppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { SendMail } from "./mail.ts";

/** Sends by `send`, and tells the operator of mails that could not go out. */
export function alertOnOutage(send: SendMail, logger: Pick<Logger, "error">): SendMail {
  return async (mail) => {
    try {
      await send(mail);
    } catch (error) {
      // Whoever mistyped an address can mend it; this only the operator can.
      if (isAppError(error) && error.code === "mail_unavailable") {
        logger.error({ err: error, alert: "mail_unavailable" }, "a mail could not be sent");
      }
      throw error;
    }
  };
}
