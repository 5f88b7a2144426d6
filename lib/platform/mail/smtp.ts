import { createTransport } from "nodemailer";
import { AppError } from "#lib/platform/errors.ts";
import type { SendMail } from "./mail.ts";

type Options = {
  /** `smtp://…` (with STARTTLS where the server offers it) or `smtps://…`. */
  url: string;
  /** The sender people see. */
  from: string;
  /** How long connection and greeting may take each, and twice that all that comes before the message. */
  timeoutMs?: number;
  /** How long the server may take to answer the message. */
  answerTimeoutMs?: number;
  /** Told when a server was given a message and never said what became of it. */
  onUnanswered?: (error: Error) => void;
};

const SETUP_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** Sends mails through an SMTP server, each over a connection of its own; see {@link SendMail} for what it throws. */
export function createSmtpSender({
  url,
  from,
  timeoutMs = SETUP_TIMEOUT_MS,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
  onUnanswered,
}: Options): SendMail {
  const settings = {
    url,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // The deadline below is for the whole: each word of a server that dribbles starts this one anew.
    socketTimeout: 2 * timeoutMs + answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ to, subject, text, html }) => {
    const deadline = createDeadline(2 * timeoutMs);
    let isHandedOver = false;
    const transport = createTransport(settings, { from });
    transport.use("stream", ({ message }, done) => {
      message?.processFunc((content) => {
        // The message is read only once the server asks for it, and its last line makes the server responsible.
        content.once("end", () => {
          isHandedOver = true;
          deadline.extend(answerTimeoutMs);
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
        // RFC 3834: keeps answering machines from answering.
        headers: { "Auto-Submitted": "auto-generated" },
        signal: deadline.signal,
      });
    } catch (error) {
      if (!isHandedOver || isRefusal(error)) throw toAppError(error);
      onUnanswered?.(describe(error));
    } finally {
      deadline.clear();
    }
  };
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

/** Tells whether the server itself said no (RFC 5321, 4.2.1), for now or for good. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = Object(error);
  return typeof responseCode === "number" && responseCode >= 400 && responseCode <= 599;
}

function toAppError(error: unknown): AppError {
  const cause = describe(error);
  if (!isRecipientUnknown(error)) {
    return new AppError("mail_unavailable", { cause, retryAfterSeconds: 30 });
  }
  const fields = [{ path: "email", message: "is not an address mail can be sent to" }];
  return new AppError("invalid_request", { fields, cause });
}

// RFC 3463: 5.7.x is a matter of policy, such as relaying or a missing login, and 5.1.7 and 5.1.8 refuse the sender.
const OPERATORS_MATTER = /^\d{3}[ -]5\.(?:7\.|1\.[78]\b)/;

/** Tells whether it is the payer's address that is wrong, and not how the deployment sends its mails. */
function isRecipientUnknown(error: unknown): boolean {
  const { command, responseCode, response } = Object(error);
  return (
    command === "RCPT TO" &&
    responseCode >= 550 &&
    responseCode <= 559 &&
    !OPERATORS_MATTER.test(response)
  );
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
