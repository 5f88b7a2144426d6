import { listensLocally } from "#lib/platform/http/own-addresses.ts";
import { createConsoleMail } from "#lib/platform/mail/console-sender.ts";
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
  return {
    smtp,
    sendToPayer: createPayerMail({ smtp, sandboxMail, sandboxEnabled, logger }),
    consoleMail: createConsoleMail({
      smtp,
      keep: sandboxMail.deliver,
      sandboxEnabled,
      addresses: [env.PUBLIC_URL, env.CONSOLE_URL],
      listensLocally: listensLocally(env),
      logger,
    }),
  };
}
