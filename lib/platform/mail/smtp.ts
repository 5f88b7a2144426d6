import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { SendMail } from "./mail.ts";

type Options = {
  /** `smtp://…` (STARTTLS if offered) or `smtps://…`. */
  url: string;
  from: string;
  /** For connection and greeting each; twice that for everything before the message. */
  timeoutMs?: number;
  responseTimeoutMs?: number;
  onUnconfirmed?: (error: Error) => void;
};

const SETUP_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** One connection per mail. Throws as {@link SendMail}. */
export function createSmtpSender({
  url,
  from,
  timeoutMs = SETUP_TIMEOUT_MS,
  responseTimeoutMs = ANSWER_TIMEOUT_MS,
  onUnconfirmed,
}: Options): SendMail {
  const settings = {
    url,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Every response restarts this timeout; the deadline below limits the total.
    socketTimeout: 2 * timeoutMs + responseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ to, subject, text, html, id, settingsUrl }) => {
    const deadline = createDeadline(2 * timeoutMs);
    let isHandedOver = false;
    // Loaded with the first mail, which most processes never send.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(settings, { from });
    transport.use("stream", ({ message }, done) => {
      message?.processFunc((content) => {
        // Read when the server asks for it. After the last line, the server is responsible.
        content.once("end", () => {
          isHandedOver = true;
          deadline.extend(responseTimeoutMs);
        });
        return content;
      });
      done();
    });
    try {
      await transport.sendMail({
        // As an object, the address is not searched for further ones.
        to: { name: "", address: to },
        subject,
        text,
        html,
        ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
        // RFC 2369. Not by one click (RFC 8058), which would also work for those who get the mail forwarded.
        ...(settingsUrl !== undefined && { list: { unsubscribe: settingsUrl } }),
        // RFC 3834: prevents automatic replies.
        headers: { "Auto-Submitted": "auto-generated" },
        signal: deadline.signal,
      });
    } catch (error) {
      if (!isHandedOver || isRefusal(error)) throw toAppError(error);
      onUnconfirmed?.(describe(error));
    } finally {
      deadline.clear();
    }
  };
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? "localhost";
}

function createDeadline(ms: number) {
  const controller = new AbortController();
  const start = (afterMs: number) => setTimeout(() => controller.abort(), afterMs);
  let timer = start(ms);
  const clear = () => clearTimeout(timer);
  const extend = (afterMs: number) => {
    clear();
    timer = start(afterMs);
  };
  return { signal: controller.signal, extend, clear };
}

/** The server refused (RFC 5321, 4.2.1), temporarily or permanently. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = Object(error);
  return typeof responseCode === "number" && responseCode >= 400 && responseCode <= 599;
}

function toAppError(error: unknown): AppError {
  const cause = describe(error);
  if (!isRecipientUnknown(error)) {
    return new AppError("mail_unavailable", { cause, retryAfterSeconds: 30 });
  }
  return invalidField("email", "email_undeliverable", cause);
}

// RFC 3463: 5.7.x is policy, 5.1.7 and 5.1.8 refuse the sender.
const OPERATORS_MATTER = /^\d{3}[ -]5\.(?:7\.|1\.[78]\b)/;

function isRecipientUnknown(error: unknown): boolean {
  const { command, responseCode, response } = Object(error);
  return (
    command === "RCPT TO" &&
    responseCode >= 550 &&
    responseCode <= 559 &&
    !OPERATORS_MATTER.test(response)
  );
}

/** For the log: an SMTP server's responses repeat the payer's address. */
function describe(error: unknown): Error {
  const { code, responseCode, command } = Object(error);
  const words = [code, responseCode, command].filter(
    (word) =>
      typeof word === "number" || (typeof word === "string" && /^[A-Z_ ]{1,20}$/.test(word)),
  );
  return new Error(["the mail was not taken", ...words].join(" "));
}
