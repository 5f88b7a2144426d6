import { isAppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { SendMail } from "./mail.ts";

export function alertOnOutage(send: SendMail, logger: Pick<Logger, "error">): SendMail {
  return async (mail) => {
    try {
      await send(mail);
    } catch (error) {
      // Users can correct a mistyped address; only the operator can fix this.
      if (isAppError(error) && error.code === "mail_unavailable") {
        logger.error({ err: error, alert: "mail_unavailable" }, "an e-mail could not be sent");
      }
      throw error;
    }
  };
}
