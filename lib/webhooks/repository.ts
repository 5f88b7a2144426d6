import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { Batched } from "#lib/platform/db/in-batches.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { deliveries, deliveryAttempts, events } from "#lib/webhooks/schema.ts";
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

const UNLEASED = { leases: 0, leasedUntil: null } as const;

/** Ends the lease. Returns false if `held` is no longer leased. */
export async function release(
  db: Database,
  held: Delivery,
  values: Partial<Delivery>,
): Promise<boolean> {
  if (!held.leasedUntil) return false;
  const rows = await db
    .update(deliveries)
    .set({ ...values, ...UNLEASED })
    .where(and(eq(deliveries.id, held.id), isPending, eq(deliveries.leasedUntil, held.leasedUntil)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}

const numberOf = (deliveryId: unknown) =>
  sql<number>`(select count(*) + 1 from ${deliveryAttempts} where ${deliveryAttempts.deliveryId} = ${deliveryId})`;

export async function insertAttempt(db: Database, row: NewAttempt): Promise<void> {
  await db.insert(deliveryAttempts).values({ ...row, number: numberOf(row.deliveryId) });
}

const recording = (name: string, isLockWaitedFor: boolean) =>
  prepare(name, (db) => {
    const value = <T>(name: keyof NewAttempt, type: string) =>
      sql<T>`${sql.placeholder(name)}::${sql.raw(type)}`.as(name);
    const deliveryId = sql.placeholder("deliveryId");
    const isHeld = and(
      eq(deliveries.id, deliveryId),
      isPending,
      eq(deliveries.leasedUntil, sql.placeholder("leasedUntil")),
    );
    const unlocked = db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(isHeld)
      .for("update", { skipLocked: true });
    const released = db.$with("released").as(
      db
        .update(deliveries)
        .set({
          status: "delivered",
          attemptCount: sql`${deliveries.attemptCount} + 1`,
          nextAttemptAt: null,
          finishedAt: sql`${sql.placeholder("now")}::timestamptz`,
          ...UNLEASED,
        })
        .where(isLockWaitedFor ? isHeld : eq(deliveries.id, sql`(${unlocked})`))
        .returning({ id: deliveries.id }),
    );
    return db
      .with(released)
      .insert(deliveryAttempts)
      .select(
        db
          .select({
            id: value<string>("id", "text"),
            deliveryId: released.id,
            number: numberOf(deliveryId).as("number"),
            startedAt: value<Date>("startedAt", "timestamptz"),
            durationMs: value<number>("durationMs", "int"),
            requestHeaders: value<Record<string, string>>("requestHeaders", "jsonb"),
            responseStatus: value<number>("responseStatus", "int"),
            responseStart: value<string>("responseStart", "text"),
            error: value<string>("error", "text"),
          })
          .from(released),
      )
      .returning({ id: deliveryAttempts.id });
  });

const recordingAlone = recording("record-delivered", true);
const recordingTogether = recording("record-unlocked-delivered", false);

type Success = { delivery: Delivery; attempt: NewAttempt };

const valuesOf = ({ delivery: { leasedUntil }, attempt }: Success, now: Date) => {
  const requestHeaders = JSON.stringify(attempt.requestHeaders);
  return { ...attempt, requestHeaders, leasedUntil, now };
};

/** Ends the lease and stores the attempt. Returns false if the delivery is no longer leased. */
export async function recordDelivered(tx: Batched, success: Success, now: Date): Promise<boolean> {
  return (await run(tx, recordingAlone(valuesOf(success, now)))).length > 0;
}

/** The same, but returns false at once if another transaction holds the delivery. */
export async function recordUnlocked(tx: Batched, success: Success, now: Date): Promise<boolean> {
  return (await run(tx, recordingTogether(valuesOf(success, now)))).length > 0;
}
