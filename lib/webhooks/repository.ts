import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "#lib/webhooks/schema.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import type { WebhookEndpoint } from "./endpoints/endpoint.ts";
import type { WebhookEvent } from "./events/event.ts";
import { OUTCOME_EVENTS } from "./events/event-types.ts";

/** The number is assigned on insertion. */
export type NewAttempt = Omit<typeof deliveryAttempts.$inferSelect, "number">;

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };

const isPending = eq(deliveries.status, "pending");

const isOutcome = inArray(events.type, OUTCOME_EVENTS);

export async function insertEvent(db: Database, row: WebhookEvent): Promise<void> {
  await db.insert(events).values(row);
}

export async function listEvents(
  db: Database,
  filter: Owner & { limit: number; before?: string | undefined },
) {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.accountId, filter.accountId),
        eq(events.mode, filter.mode),
        isOutcome,
        filter.before ? lt(events.id, filter.before) : undefined,
      ),
    )
    .orderBy(desc(events.id))
    .limit(filter.limit);
}

export async function findEvent(
  db: Database,
  { accountId, mode, id }: Owner & { id: string },
): Promise<WebhookEvent | undefined> {
  const isIt = and(eq(events.id, id), eq(events.accountId, accountId), eq(events.mode, mode));
  const [row] = await db.select().from(events).where(and(isIt, isOutcome));
  return row;
}

/** Wakes the workers on commit. */
export async function insertDeliveries(
  db: Database,
  rows: Delivery[],
  eventId: string,
): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(deliveries).values(rows);
  await notify(db, "bankside_worker", eventId);
}

export async function findMessage(db: Database, { eventId, endpointId }: Delivery) {
  const [row] = await db
    .select({ event: events, endpoint: webhookEndpoints })
    .from(events)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .where(eq(events.id, eventId));
  if (!row) throw new Error(`delivery of ${eventId} to ${endpointId} has no event or endpoint`);
  return row;
}

/** Ends the lease. Returns false if `held` is no longer leased. */
export async function release(
  db: Database,
  held: Delivery,
  values: Partial<Delivery>,
): Promise<boolean> {
  if (!held.leasedUntil) return false;
  const rows = await db
    .update(deliveries)
    .set({ ...values, leases: 0, leasedUntil: null })
    .where(and(eq(deliveries.id, held.id), isPending, eq(deliveries.leasedUntil, held.leasedUntil)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}

export async function insertAttempt(db: Database, row: NewAttempt): Promise<void> {
  const number = sql<number>`(select count(*) + 1 from ${deliveryAttempts} where ${eq(deliveryAttempts.deliveryId, row.deliveryId)})`;
  await db.insert(deliveryAttempts).values({ ...row, number });
}
