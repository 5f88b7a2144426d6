import type { Mode } from "#lib/platform/configuration/mode.ts";
import { listensLocally } from "#lib/platform/http/own-addresses.ts";
import { createConsoleMail } from "#lib/platform/mail/console-sender.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import type { Parts } from "./parts.ts";
import { createPayerMail } from "./payer-mail.ts";
import type { SandboxServices } from "./sandbox.ts";
import { createSmtp } from "./smtp.ts";

export type MailServices = ReturnType<typeof createMail>;

export function createMail(
  { env, logger }: Pick<Parts, "env" | "logger">,
  { sandboxMail, sandboxEnabled }: Pick<SandboxServices, "sandboxMail" | "sandboxEnabled">,
) {
  const smtp = createSmtp(env, logger);
  const sendToPayer = createPayerMail({ smtp, sandboxMail, sandboxEnabled, logger });
  const consoleMail = createConsoleMail({
    smtp,
    keep: sandboxMail.deliver,
    sandboxEnabled,
    addresses: [env.PUBLIC_URL, env.CONSOLE_URL],
    listensLocally: listensLocally(env),
    logger,
  });
  const isServed = smtp !== undefined;
  return {
    smtp,
    sendToPayer,
    consoleMail,
    letters: {
      /** Asks nothing, as the sandbox's switch would. */
      mayMail: (mode: Mode) => isServed || (mode === "test" && env.SANDBOX !== false),
      toPayer: {
        isOpen: async (mode: Mode) => isServed || (mode === "test" && (await sandboxEnabled())),
        send: sendToPayer,
      },
      // Names and amounts of a company: kept only where no other person can read the mailbox.
      toMember: {
        isOpen: async (mode: Mode) => isServed || (mode === "test" && (await consoleMail.isKept())),
        send: (mail: Mail) => consoleMail.send(mail),
      },
    },
  };
}
