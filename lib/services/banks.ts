import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import { checkExpiry } from "#lib/banks/directory/expiry.ts";
import { readBanksFile } from "#lib/banks/directory/file.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { type Env, secretNamed } from "#lib/platform/configuration/env.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

/** Purpose of the passwords that identify this deployment at the sandbox bank. */
export const SANDBOX_BANK = "sandbox-bank";

type Parts = {
  env: Env;
  clock: Clock;
  logger: Logger;
  seal: Seal;
  sandboxEnabled: () => Promise<boolean>;
};

/** @throws BanksFileError when the banks of `BANKS_FILE` can't be used */
export function createBanks({ env, clock, logger, seal, sandboxEnabled }: Parts) {
  const allowHttp = env.NODE_ENV !== "production";
  const ownOrigins = [env.PUBLIC_URL, env.SANDBOX_BANK_URL].map((url) => new URL(url).origin);
  const configured = env.BANKS_FILE
    ? readBanksFile(env.BANKS_FILE, {
        allowHttp,
        ownOrigins,
        variable: (name) => secretNamed(name),
      })
    : [];
  const directory = createBankDirectory({
    sandboxBankUrl: env.SANDBOX_BANK_URL,
    sandboxCredential: seal.password(SANDBOX_BANK),
    sandboxEnabled,
    configured,
    grantReturnUrl: `${env.PUBLIC_URL}/bank/return`,
    logoPath: "/bank/logo",
    now: () => clock.now(),
    proxy: createOutboundProxy(env),
    logger,
  });
  return { directory, checkCertificates: () => checkExpiry(configured, { clock, logger }) };
}
