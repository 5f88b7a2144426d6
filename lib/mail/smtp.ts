import { createTransport } from "nodemailer";
import { AppError } from "#lib/errors.ts";
import type { SendMail } from "./mail.ts";

type Options = {
  /** `smtp://…` (with STARTTLS where the server offers it) or `smtps://…`. */
  url: string;
  /** The sender people see. */
  from: string;
  /** How long each step may take, and twice that the whole. */
  timeoutMs?: number;
};

const STEP_TIMEOUT_MS = 10_000;

/** Sends mails through an SMTP server, each over a connection of its own. */
export function createSmtpSender({ url, from, timeoutMs = STEP_TIMEOUT_MS }: Options): SendMail {
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return async ({ to, subject, text, html }) => {
    try {
      await transport.sendMail({
        // As an object, the address is not searched for further ones.
        to: { name: "", address: to },
        subject,
        text,
        html,
        // RFC 3834: keeps answering machines from answering.
        headers: { "Auto-Submitted": "auto-generated" },
        // Each word of a server that dribbles starts the socket's time-out anew.
        signal: AbortSignal.timeout(2 * timeoutMs),
      });
    } catch (error) {
      throw new AppError("mail_unavailable", { cause: describe(error), retryAfterSeconds: 30 });
    }
  };
}

/** What the log may hold: an SMTP server's own words repeat the payer's address. */
function describe(error: unknown): Error {
  const { code, responseCode, command } = Object(error);
  const words = [code, responseCode, command].filter(
    (word) =>
      typeof word === "number" || (typeof word === "string" && /^[A-Z_ ]{1,20}$/.test(word)),
  );
  return new Error(["the mail was not taken", ...words].join(" "));
}
