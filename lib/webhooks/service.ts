import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Logger } from "#lib/logger.ts";
import type { Seal } from "#lib/seal.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { checkCallbackUrl, type Resolve } from "./callback-url.ts";
import { createDeliverer } from "./delivery.ts";
import { secretContext, type WebhookEndpoint } from "./endpoint.ts";
import { buildEvent, type WebhookEvent } from "./event.ts";
import { createWebhookRepository } from "./repository.ts";
import type { SendWebhook } from "./sender.ts";
import { newWebhookSecret } from "./signature.ts";

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  logger: Logger;
  send: SendWebhook;
  /** Numbers in [0, 1), for jitter. */
  random: () => number;
  /** How host names are resolved when a callback URL is saved; the system's way by default. */
  resolve?: Resolve;
};

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };

/** Endpoints, events and their deliveries. */
export function createWebhookService(deps: Deps) {
  const { db, clock, seal, env, resolve } = deps;
  const repository = createWebhookRepository(db);
  const { deliverDue, nextDueAt } = createDeliverer(deps);

  const check = ({ mode, url }: { mode: WebhookEndpoint["mode"]; url: string }) =>
    checkCallbackUrl(url, { allowLocal: env.ALLOW_LOCAL_CALLBACKS && mode === "test", resolve });

  return {
    deliverDue,
    nextDueAt,

    /** Brings a callback URL to the form it is stored in. Throws `invalid_request` for one we would never call. */
    checkCallbackUrl: check,

    /** Sets a callback URL. The Webhook Secret is told here and never again. Throws `invalid_request`. */
    async createEndpoint({
      accountId,
      mode,
      url,
    }: Owner & { url: string }): Promise<{ id: string; secret: string }> {
      const checked = await check({ mode, url });
      const id = newId("whep");
      const secret = newWebhookSecret();
      await repository.insertEndpoint({
        id,
        accountId,
        mode,
        url: checked,
        name: null,
        eventTypes: ["transaction.succeeded", "transaction.failed"],
        secretSavedAt: null,
        sealedSecret: seal.seal(secret, secretContext(id)),
        sealedPreviousSecret: null,
        previousSecretExpiresAt: null,
        disabledAt: null,
        disabledReason: null,
        createdAt: clock.now(),
      });
      return { id, secret };
    },

    /** Moves the enabled endpoints of an account and mode to another callback URL; their secrets stay. Throws `invalid_request`. */
    async changeUrls({ accountId, mode, url }: Owner & { url: string }): Promise<void> {
      const checked = await check({ mode, url });
      await repository.changeUrls({ accountId, mode, url: checked });
    },

    /** Writes the event of an outcome and its deliveries into the caller's open database transaction. */
    async recordOutcome(tx: Database, transaction: Transaction): Promise<void> {
      const inside = createWebhookRepository(tx);
      const { accountId, mode } = transaction;
      const createdAt = clock.now();
      const eventId = newId("evt");
      await inside.insertEvent({
        ...buildEvent(transaction),
        id: eventId,
        accountId,
        mode,
        transactionId: transaction.id,
        createdAt,
      });
      const endpointIds = await inside.enabledEndpointIds({ accountId, mode });
      await inside.insertDeliveries(
        endpointIds.map((endpointId) => ({
          id: newId("dlv"),
          eventId,
          endpointId,
          status: "pending" as const,
          attemptCount: 0,
          nextAttemptAt: createdAt,
          leasedUntil: null,
          createdAt,
          finishedAt: null,
        })),
        eventId,
      );
    },

    /** Events newest first; `before` is the id the last page ended with. */
    listEvents: (
      filter: Owner & { limit: number; before?: string | undefined },
    ): Promise<WebhookEvent[]> => repository.listEvents(filter),

    getEvent: (key: Owner & { id: string }): Promise<WebhookEvent | undefined> =>
      repository.findEvent(key),

    /** Sends a delivery again, with the whole schedule before it. Throws `not_found`, also when its endpoint is disabled. */
    async redeliver(key: Owner & { id: string }): Promise<void> {
      const now = clock.now();
      const found = await db.transaction((tx) => createWebhookRepository(tx).restart(key, now));
      if (!found) throw new AppError("not_found");
    },
  };
}
