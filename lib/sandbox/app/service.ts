import { z } from "zod";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import * as repository from "./repository.ts";
import { createAppRequests, type PaymentStatus } from "./requests.ts";

const APP_ID = "demo";
const TIMEOUT_MS = 10_000;

export const appKeyContext = (id: string) => `sandbox_apps:${id}:api-key`;

const transactionIdSchema = z.string().regex(/^txn_[0-9a-z]{26}$/);

export type AppLogIn = { token: string; orderNumber: string };

export type SandboxAppService = ReturnType<typeof createSandboxAppService>;

/** Over HTTP only (`baseUrl`). The app gets JWTs, never the API key. */
export function createSandboxAppService(deps: {
  db: Database;
  clock: Clock;
  seal: Seal;
  baseUrl: string;
  logger: Logger;
  timeoutMs?: number;
}) {
  const requests = createAppRequests({ timeoutMs: TIMEOUT_MS, ...deps });

  async function apiKey(): Promise<string> {
    const row = await repository.find(deps.db, APP_ID);
    if (!row) throw new AppError("not_found", { detail: "The demo app is not set up" });
    return deps.seal.open(row.sealedApiKey, appKeyContext(APP_ID));
  }

  return {
    /** Replaces the earlier key, of method `sdk`. */
    async configure(credentials: { accountId: string; apiKey: string }): Promise<void> {
      await repository.save(deps.db, {
        id: APP_ID,
        accountId: credentials.accountId,
        sealedApiKey: deps.seal.seal(credentials.apiKey, appKeyContext(APP_ID)),
        createdAt: deps.clock.now(),
      });
    },

    accountId: async (): Promise<string | undefined> =>
      (await repository.find(deps.db, APP_ID))?.accountId,

    /** @throws AppError `not_found`, `unavailable` */
    async logIn(details: { email?: string | undefined }): Promise<AppLogIn> {
      const token = await requests.exchange(await apiKey(), details);
      const orderNumber = await repository.takeOrderNumber(deps.db, APP_ID);
      if (orderNumber === undefined) throw new AppError("not_found");
      return { token, orderNumber };
    },

    /** @throws AppError `not_found`, `unavailable` */
    async paymentStatus(transactionId: string): Promise<PaymentStatus | undefined> {
      if (!transactionIdSchema.safeParse(transactionId).success) return undefined;
      return requests.readStatus(await apiKey(), transactionId);
    },
  };
}
