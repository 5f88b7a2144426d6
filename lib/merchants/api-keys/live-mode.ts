import type { Env } from "#lib/platform/configuration/env.ts";
import { missingOperatorVariables } from "#lib/platform/configuration/operator.ts";
import { hasPlainPages } from "#lib/platform/http/own-addresses.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { LiveRefusal } from "./changes.ts";
import type { ApiKeyService } from "./service.ts";

type Parts = {
  env: Env;
  apiKeys: Pick<ApiKeyService, "countActive">;
  logger: Pick<Logger, "error">;
};

type OperatorParts = Pick<Parts, "env" | "apiKeys"> & {
  logger: Pick<Logger, "warn">;
  hasLiveBank: () => Promise<boolean>;
};

export function liveRefusalOf(env: Env): LiveRefusal | undefined {
  if (env.TEST_CLOCK) return "live_mode_off";
  return hasPlainPages(env) ? "https_required" : undefined;
}

/** Live payers can't be verified without mail. */
export async function warnOfMissingMail({ env, apiKeys, logger }: Parts): Promise<void> {
  if (env.SMTP_URL || !(await hasActiveLiveKey(apiKeys))) return;
  logger.error(
    { alert: "mail_not_configured" },
    "there are live API keys, but no SMTP_URL: payers of live transactions can't be verified",
  );
}

export async function warnOfPlainHttp({ env, apiKeys, logger }: Parts): Promise<void> {
  if (!hasPlainPages(env) || !(await hasActiveLiveKey(apiKeys))) return;
  logger.error(
    { alert: "https_required" },
    "there are live API keys, but PUBLIC_URL or another public address uses http: others on the network can read and change payments",
  );
}

/** Payers have to know who initiates their payment, before they do. Bank transfers are initiated by the payers' own banks. */
export async function warnOfMissingOperator(parts: OperatorParts): Promise<void> {
  const { env, apiKeys, logger, hasLiveBank } = parts;
  const missing = missingOperatorVariables(env);
  if (missing.length === 0 || !(await hasLiveBank())) return;
  if (!(await hasActiveLiveKey(apiKeys))) return;
  logger.warn(
    { missing },
    "there are live API keys, but the pages do not say all about the company that initiates the payments",
  );
}

async function hasActiveLiveKey(apiKeys: Parts["apiKeys"]): Promise<boolean> {
  const counts = await apiKeys.countActive().catch(() => []);
  return counts.some(({ mode }) => mode === "live");
}
