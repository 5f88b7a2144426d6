import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import type { Services } from "#lib/services/create.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { productVariables } from "./processes.ts";

/** The product's services in this process, silent. Close them. */
export function openServices(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<Services> {
  const silent = { NODE_ENV: "production", LOG_LEVEL: "silent" };
  return openOwnServices(parseEnv({ ...silent, ...productVariables(databaseUrl), ...variables }));
}

/** A merchant in test mode. */
export function createBenchMerchant(services: Services, callbackUrl?: string) {
  return createMerchant(services, {
    name: "Bench",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [],
    callbackUrl,
  });
}
