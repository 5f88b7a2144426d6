import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { notify } from "#lib/db/notifications.ts";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "#lib/db/schema.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import { TEST_EVENT, type WebhookEvent } from "./event.ts";
import type { Target } from "./shares.ts";

/** One HTTP POST of a delivery, without its number, which is given on insertion. */
export type NewAttempt = Omit<typeof deliveryAttempts.$inferSelect, "number">;

type Due = { now: Date; except: string[]; chosen: string[]; limit: number };

const TARGET = {
  endpointId: webhookEndpoints.id,
  accountId: webhookEndpoints.accountId,
  mode: webhookEndpoints.mode,
  url: webhookEndpoints.url,
  isFailing: sql<boolean>`${webhookEndpoints.failingSince} is not null`,
};

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };

/** SQL of events, and of deliveries as the worker needs them. */
export function createWebhookRepository(db: Database) {
  const isPending = eq(deliveries.status, "pending");
  const isDue = (now: Date) =>
    and(
      isPending,
      lte(deliveries.nextAttemptAt, now),
      or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now)),
    );
  const isNoTest = ne(events.type, TEST_EVENT);

  return {
    async insertEvent(row: WebhookEvent): Promise<void> {
      await db.insert(events).values(row);
    },

    /** Events that tell of a transaction. */
    async listEvents(filter: Owner & { limit: number; before?: string | undefined }) {
      return db
        .select()
        .from(events)
        .where(
          and(
            eq(events.accountId, filter.accountId),
            eq(events.mode, filter.mode),
            isNoTest,
            filter.before ? lt(events.id, filter.before) : undefined,
          ),
        )
        .orderBy(desc(events.id))
        .limit(filter.limit);
    },

    async findEvent({
      accountId,
      mode,
      id,
    }: Owner & { id: string }): Promise<WebhookEvent | undefined> {
      const isIt = and(eq(events.id, id), eq(events.accountId, accountId), eq(events.mode, mode));
      const [row] = await db.select().from(events).where(and(isIt, isNoTest));
      return row;
    },

    /** Adds deliveries that are due now and wakes the workers when the database transaction commits. */
    async insertDeliveries(rows: Delivery[], eventId: string): Promise<void> {
      if (rows.length === 0) return;
      await db.insert(deliveries).values(rows);
      await notify(db, "bankside_worker", eventId);
    },

    /** Lets nobody else claim deliveries until the database transaction ends. */
    async lockClaims(): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook_claims', 0))`);
    },

    /** Where everything goes that some worker sends at the moment. */
    listHeld(now: Date): Promise<Target[]> {
      return db
        .select(TARGET)
        .from(deliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
        .where(and(isPending, gt(deliveries.leasedUntil, now)));
    },

    /**
     * Deliveries that are due and nobody's, that due longest first, and where they go. Leaves out those `chosen` and all
     * to the endpoints of `except`.
     */
    listDue({ now, except, chosen, limit }: Due): Promise<{ id: string; target: Target }[]> {
      return db
        .select({ id: deliveries.id, target: TARGET })
        .from(deliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
        .where(
          and(
            isDue(now),
            notInArray(deliveries.endpointId, except),
            notInArray(deliveries.id, chosen),
          ),
        )
        .orderBy(asc(deliveries.nextAttemptAt), asc(deliveries.id))
        .limit(limit);
    },

    /** Leases deliveries that are still due and nobody's, and that nobody changes at the moment. */
    async hold(ids: string[], now: Date, leasedUntil: Date): Promise<Delivery[]> {
      if (ids.length === 0) return [];
      const free = await db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(inArray(deliveries.id, ids), isDue(now)))
        .for("update", { skipLocked: true });
      if (free.length === 0) return [];
      const freeIds = free.map(({ id }) => id);
      return db
        .update(deliveries)
        .set({ leasedUntil })
        .where(inArray(deliveries.id, freeIds))
        .returning();
    },

    async findMessage({ eventId, endpointId }: Delivery) {
      const [row] = await db
        .select({ event: events, endpoint: webhookEndpoints })
        .from(events)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
        .where(eq(events.id, eventId));
      if (!row) throw new Error(`delivery of ${eventId} to ${endpointId} has no event or endpoint`);
      return row;
    },

    /** Changes a delivery and ends its lease, if the lease that `held` knows is still the valid one. */
    async release(held: Delivery, values: Partial<Delivery>): Promise<boolean> {
      if (!held.leasedUntil) return false;
      const rows = await db
        .update(deliveries)
        .set({ ...values, leasedUntil: null })
        .where(
          and(eq(deliveries.id, held.id), isPending, eq(deliveries.leasedUntil, held.leasedUntil)),
        )
        .returning({ id: deliveries.id });
      return rows.length > 0;
    },

    async insertAttempt(row: NewAttempt): Promise<void> {
      const number = sql<number>`(select count(*) + 1 from ${deliveryAttempts} where ${eq(deliveryAttempts.deliveryId, row.deliveryId)})`;
      await db.insert(deliveryAttempts).values({ ...row, number });
    },

    /** How many attempts to send something to an endpoint were begun since `since`, counted up to `limit`. */
    async countAttempts(endpointId: string, since: Date, limit: number): Promise<number> {
      const rows = await db
        .select({ id: deliveryAttempts.id })
        .from(deliveries)
        .innerJoin(deliveryAttempts, eq(deliveryAttempts.deliveryId, deliveries.id))
        .where(and(eq(deliveries.endpointId, endpointId), gte(deliveryAttempts.startedAt, since)))
        .limit(limit);
      return rows.length;
    },

    /** Ends what waits for an endpoint. What is being sent at the moment ends by itself. */
    async stopPending(endpointId: string, now: Date): Promise<void> {
      await db
        .update(deliveries)
        .set({ status: "exhausted", nextAttemptAt: null, leasedUntil: null, finishedAt: now })
        .where(
          and(
            eq(deliveries.endpointId, endpointId),
            isPending,
            or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now)),
          ),
        );
    },

    /** When the next delivery can be claimed: it is due, and nobody's lease holds it. */
    async nextDueAt(): Promise<Date | undefined> {
      const [row] = await db
        .select({
          at: sql<Date | null>`min(greatest(${deliveries.nextAttemptAt}, ${deliveries.leasedUntil}))`.mapWith(
            deliveries.nextAttemptAt,
          ),
        })
        .from(deliveries)
        .where(isPending);
      return row?.at ?? undefined;
    },
  };
}
