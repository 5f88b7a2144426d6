import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { PublicLink } from "#lib/payments/links/link.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import {
  recordCreation,
  recordDisabled,
  recordFunds,
  recordRefund,
  recordStatus,
} from "./deliveries/announcing.ts";
import { createDeliverer } from "./deliveries/deliverer.ts";
import { createDeliveryLog } from "./deliveries/log.ts";
import * as queueRepository from "./deliveries/queue/repository.ts";
import {
  type Recover,
  type RedeliverAll,
  recover,
  redeliver,
  redeliverAll,
  sendTest,
} from "./deliveries/resending.ts";
import type { SendWebhook } from "./deliveries/sender.ts";
import type { WebhookEndpoint } from "./endpoints/endpoint.ts";
import { createLocalCallbacks, type DemoShop, type Receiver } from "./endpoints/local-callbacks.ts";
import { createEndpoints } from "./endpoints/service.ts";
import type { WebhookEvent } from "./events/event.ts";
import * as eventRepository from "./events/repository.ts";
import type { RefundEvent } from "./model/event-types.ts";
import type { Allowlist } from "./net-guard/allowlist.ts";
import type { Resolve } from "./net-guard/callback-url.ts";

const MAX_COUNTED = 10_000;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  demoShop?: DemoShop | undefined;
  receiver?: Receiver | undefined;
  logger: Logger;
  accounts: Pick<
    AccountService,
    "holdOpen" | "holdOpenAlone" | "setAnnouncesCreations" | "deliversOn"
  >;
  readLink: (tx: Database, id: string) => Promise<PublicLink | undefined>;
  allowlist?: Allowlist | undefined;
  send: SendWebhook;
  /** Numbers in [0, 1), for jitter. */
  random: () => number;
  resolve?: Resolve;
};

type TestKey = Parameters<typeof sendTest>[1];

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };

export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService(deps: Deps) {
  const { db, clock } = deps;
  const { listDeliveries, getDelivery } = createDeliveryLog(deps);
  const allowsLocal = createLocalCallbacks(deps);

  return {
    ...createEndpoints({
      ...deps,
      allowsLocal,
      async stopPending(tx, endpointId, now) {
        await queueRepository.stopPending(tx, endpointId, now);
      },
      recordDisabled,
    }),
    ...createDeliverer({ ...deps, allowsLocal }),
    sendTest: (key: TestKey) => sendTest(deps, key),
    redeliver: (key: { accountId: string; id: string; actor: Actor }) => redeliver(deps, key),
    redeliverAll: (wanted: RedeliverAll) => redeliverAll(deps, wanted),
    recover: (wanted: Recover) => recover(deps, wanted),
    listDeliveries,
    getDelivery,

    recordCreation: (tx: Batched, transaction: KnownTransaction) =>
      recordCreation(deps, tx, transaction),
    recordStatus: (tx: Database, transaction: KnownTransaction) =>
      recordStatus(deps, tx, transaction),
    recordFunds: (tx: Database, transaction: KnownTransaction) =>
      recordFunds(deps, tx, transaction),
    recordRefund: (tx: Database, type: RefundEvent, refund: Refund) =>
      recordRefund(deps, tx, type, refund),

    /** At most 10,000, of endpoints that work and of those that fail. */
    async queueState(): Promise<{ isFailing: boolean; due: number; oldestSeconds: number }[]> {
      const now = clock.now();
      const parts = await queueRepository.countDue(db, now, MAX_COUNTED);
      return [false, true].map((isFailing) => {
        const part = parts.find((one) => one.isFailing === isFailing);
        const waitingMs = part ? now.getTime() - part.oldestAt.getTime() : 0;
        return { isFailing, due: part?.due ?? 0, oldestSeconds: waitingMs / 1_000 };
      });
    },

    /** What it has returned is final: no event appears behind one of them. */
    listEvents: (filter: eventRepository.EventFilter): Promise<WebhookEvent[]> =>
      eventRepository.list(db, filter),

    getEvent: (key: Owner & { id: string }): Promise<WebhookEvent | undefined> =>
      eventRepository.find(db, key),
  };
}
