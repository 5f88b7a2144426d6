import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import type { PaymentState } from "#lib/banks/connector.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import type { Services } from "#lib/services/create.ts";
import type {
  SendWebhook,
  WebhookRequest,
  WebhookResponse,
} from "#lib/webhooks/deliveries/sender.ts";
import type { EventType } from "#lib/webhooks/model/event-types.ts";
import { deliveries, deliveryAttempts, events } from "#lib/webhooks/model/schema.ts";
import { createWebhookService } from "#lib/webhooks/service.ts";
import { createTestServices, makeMerchant, makeTransaction, startAttempt } from "./factories.ts";

type Answer = Partial<WebhookResponse>;
type EndpointOptions = {
  host?: string;
  accountId?: string;
  mode?: Mode;
  eventTypes?: readonly EventType[];
};
type Script = (request: WebhookRequest) => Answer | Promise<Answer>;

/** Verifies as a receiver does, at the time of sending. */
export function assertSigned({ headers, body }: WebhookRequest, secret: string): void {
  const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", sentAt, body);
  assert.ok(headers["webhook-signature"]?.split(" ").includes(expected));
}

/**
 * Sends up to `limit` due deliveries, also those that get a freed slot; resolves when all are recorded. What becomes due
 * meanwhile is for a parallel run.
 */
export async function deliverDue(
  { beginDue }: Pick<ReturnType<typeof createWebhookService>, "beginDue">,
  { limit }: { limit: number },
): Promise<number> {
  const own = new Set<Promise<void>>();
  let sent = 0;
  let ended = 0;
  while (sent < limit) {
    const endedBefore = ended;
    const begun = await beginDue({ limit: limit - sent });
    sent += begun.length;
    for (const sending of begun) {
      const watched = sending.then(() => {
        own.delete(watched);
        ended++;
      });
      own.add(watched);
    }
    // A delivery that ended during the lease freed a slot that the lease did not see.
    if (begun.length > 0 || ended > endedBefore) continue;
    if (own.size === 0) break;
    await Promise.race(own);
  }
  await Promise.all(own);
  return sent;
}

type ServiceParts = {
  db: Database;
  clock: Clock;
  services: Pick<Services, "seal" | "accounts">;
  send: SendWebhook;
};

function createTestWebhooks({ db, clock, services: { seal, accounts }, send }: ServiceParts) {
  const service = createWebhookService({
    db,
    clock,
    seal,
    env: { ALLOW_LOCAL_CALLBACKS: true },
    logger: createLogger("silent"),
    accounts,
    readLink: async () => undefined,
    send,
    random: () => 0,
    resolve: async () => ["93.184.215.14"],
  });
  return {
    ...service,
    deliverDue: (options: { limit: number }) => deliverDue(service, options),
  };
}

/** The receiver follows scripts; `over` sends the requests that have no script. */
export async function createWebhookTest(connection: Connection, over?: SendWebhook) {
  const { services, clock, bank } = createTestServices(connection);
  const { apiKey, accountId } = await makeMerchant(services);
  const received: WebhookRequest[] = [];
  const scripts = new Map<string, Script>();
  const { db } = connection;

  async function send(request: WebhookRequest): Promise<WebhookResponse> {
    received.push(request);
    const script = scripts.get(request.url);
    if (!script && over) return over(request);
    const response = await (script?.(request) ?? { status: 200 });
    return { responseStart: "", durationMs: 1, ...response };
  }

  /** As in another process. */
  const createService = () => createTestWebhooks({ db, clock, services, send });
  const webhooks = createService();

  const deliveriesTo = (endpointId: string) =>
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.endpointId, endpointId))
      .orderBy(deliveries.id);

  return {
    services,
    clock,
    bank,
    apiKey,
    accountId,
    webhooks,
    createService,
    receivedAt: (url: string) => received.filter((request) => request.url === url),

    /** Has its own address; returns 200 by default. */
    async addEndpoint(script: Script = () => ({ status: 200 }), options: EndpointOptions = {}) {
      const { host = "shop.example", mode = "test", eventTypes } = options;
      const url = `https://${host}/${crypto.randomUUID()}`;
      scripts.set(url, script);
      const owner = { accountId: options.accountId ?? accountId, mode };
      return { url, ...(await webhooks.createEndpoint({ ...owner, url, eventTypes })) };
    },

    makePending: (): Promise<KnownTransaction> => makeTransaction(services, apiKey),

    async makeOutcome() {
      const { id } = await makeTransaction(services, apiKey);
      const transaction = await services.transactions.cancel(apiKey, id);
      const [event] = await db.select().from(events).where(eq(events.transactionId, id));
      if (!event) throw new Error("the outcome has no event");
      return { transaction, event };
    },

    /** Returns the id of the payment. */
    async makeSuccess(): Promise<string> {
      const transaction = await makeTransaction(services, apiKey);
      await startAttempt(services, transaction);
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
      return transaction.id;
    },

    async makeProcessing() {
      const transaction = await makeTransaction(services, apiKey);
      await startAttempt(services, transaction);
      const decide = async (state: PaymentState) => {
        bank.decide(state);
        await services.attempts.refreshLatest(transaction.id);
      };
      await decide("processing");
      return { id: transaction.id, decide };
    },

    deliveriesTo,

    async soleDelivery(endpointId: string) {
      const [delivery, ...more] = await deliveriesTo(endpointId);
      assert.ok(delivery);
      assert.deepEqual(more, []);
      return delivery;
    },

    attemptsOf: (deliveryId: string) =>
      db
        .select()
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.deliveryId, deliveryId))
        .orderBy(deliveryAttempts.number),
  };
}

export type WebhookTest = Awaited<ReturnType<typeof createWebhookTest>>;
