import type { BankDirectory } from "#lib/banks/connector.ts";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import { checkExpiry } from "#lib/banks/directory/expiry.ts";
import { readBanksFile } from "#lib/banks/directory/file.ts";
import { measured } from "#lib/banks/measured.ts";
import { createBankPauses, withPauses } from "#lib/banks/pauses/service.ts";
import { type Env, secretNamed } from "#lib/platform/configuration/env.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Parts } from "./parts.ts";

export const SANDBOX_BANK = "sandbox-bank";

export const grantReturnUrlOf = (env: Env) => `${env.PUBLIC_URL}/bank/return`;

/** @throws BanksFileError when the banks of `BANKS_FILE` can't be used */
export function createBanks(parts: Parts, sandboxEnabled: () => Promise<boolean>) {
  const { env, connection, clock, logger, seal } = parts;
  const { db } = connection;
  const configured = readConfigured(env);
  const directory = createBankDirectory({
    sandboxBankUrl: env.SANDBOX_BANK_URL,
    sandboxCredential: seal.password(SANDBOX_BANK),
    sandboxEnabled,
    configured,
    grantReturnUrl: grantReturnUrlOf(env),
    logoPath: "/bank/logo",
    now: () => clock.now(),
    proxy: createOutboundProxy(env),
    logger,
  });
  const banks = withPauses(measured<BankDirectory>(parts.banks ?? directory), db);
  return {
    banks,
    services: {
      bankPauses: createBankPauses({ db, clock, banks }),
      bankLogo: directory.logo,
      checkBankCertificates: () => checkExpiry(configured, { clock, logger }),
    },
  };
}

function readConfigured(env: Env) {
  if (!env.BANKS_FILE) return [];
  return readBanksFile(env.BANKS_FILE, {
    allowHttp: env.NODE_ENV !== "production",
    ownOrigins: [env.PUBLIC_URL, env.SANDBOX_BANK_URL].map((url) => new URL(url).origin),
    variable: (name) => secretNamed(name),
  });
}
