import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { WaysToBePaid } from "./service.ts";

type Parts = {
  waysToBePaid: Pick<WaysToBePaid, "hasLiveBank" | "listUnpayable">;
  apiKeys: Pick<ApiKeyService, "countActive">;
  logger: Pick<Logger, "warn" | "info">;
};

/** At start. Silent on deployments without live keys, and with a live bank if each account can be paid. */
export async function logWaysToBePaid({ waysToBePaid, apiKeys, logger }: Parts): Promise<void> {
  const counts = await apiKeys.countActive();
  if (!counts.some(({ mode }) => mode === "live")) return;
  const [hasBank, { length: accounts }] = await Promise.all([
    waysToBePaid.hasLiveBank(),
    waysToBePaid.listUnpayable(),
  ]);
  const banks = hasBank ? "" : "no bank is configured for live mode. ";
  if (accounts > 0) {
    logger.warn(
      { alert: "no_way_to_pay", accounts },
      `${banks}Accounts with live API keys that can't be paid: ${accounts}. They lack a confirmed IBAN, or both a bank and bank transfers`,
    );
  } else if (!hasBank) {
    logger.info("no bank is configured for live mode: live payments are bank transfers only");
  }
}
