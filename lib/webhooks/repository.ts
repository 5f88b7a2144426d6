import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { Batched } from "#lib/platform/db/in-batches.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { firstIdAt, newId, newIdAfter } from "#lib/platform/ids.ts";
import { deliveries, deliveryAttempts, events } from "#lib/webhooks/schema.ts";
import { type Delivery, newDelivery } from "./deliveries/delivery.ts";
import type { WebhookEndpoint } from "./endpoints/endpoint.ts";
import type { WebhookEvent } from "./events/event.ts";
import { OUTCOME_EVENTS } from "./events/event-types.ts";

/** The number is assigned on insertion. */
export type NewAttempt = Omit<typeof deliveryAttempts.$inferSelect, "number">;

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };

/** `before` is the last id of the previous page. */
export type EventFilter = Owner & {
  limit: number;
  before?: string | undefined;
  type?: (typeof OUTCOME_EVENTS)[number] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

const isPending = eq(deliveries.status, "pending");

const isOutcome = inArray(events.type, OUTCOME_EVENTS);

const lock = prepare("lock-events", (db) =>
  db
    .select({
      // Void, and so not null.
      isLocked: sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder("name")}, 0))::text is not null`,
    })
    .from(sql`(select 1) as one`),
);

const newest = prepare("newest-event", (db) =>
  db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.accountId, sql.placeholder("accountId")),
        eq(events.mode, sql.placeholder("mode")),
      ),
    )
    // As they are indexed, and a literal, so that one plan fits all accounts.
    .orderBy(desc(events.accountId), desc(events.mode), desc(events.id))
    .limit(sql.raw("1") as unknown as Placeholder),
);

/**
 * Wakes the workers on commit. Until then, no other event of its account and mode is added: one with a greater id is never visible
 * before it. Call it last, as other outcomes wait. Returns the ids of the deliveries.
 */
export async function addEvent(
  tx: Database,
  event: Omit<WebhookEvent, "id">,
  endpointIds: readonly string[],
): Promise<string[]> {
  const { accountId, mode, createdAt } = event;
  await run(tx, lock({ name: `events:${accountId}:${mode}` }));
  // A statement after the lock, so that it sees the event of the one that held it.
  const [last] = await run(tx, newest({ accountId, mode }));
  const id = newIdAfter("evt", last?.id, createdAt);
  await tx.insert(events).values({ ...event, id });
  if (endpointIds.length === 0) return [];
  const rows = endpointIds.map((endpointId) =>
    newDelivery(newId("dlv"), id, endpointId, createdAt),
  );
  await tx.insert(deliveries).values(rows);
  await notify(tx, "bankside_worker", id);
  return rows.map((row) => row.id);
}

/** Times are those of the ids, so that these order every list. */
export async function listEvents(db: Database, filter: EventFilter): Promise<WebhookEvent[]> {
  const { accountId, mode, type, before, createdAfter, createdBefore, limit } = filter;
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.accountId, accountId),
        eq(events.mode, mode),
        type ? eq(events.type, type) : isOutcome,
        before ? lt(events.id, before) : undefined,
        createdAfter ? gte(events.id, firstIdAt("evt", createdAfter)) : undefined,
        createdBefore ? lt(events.id, firstIdAt("evt", createdBefore)) : undefined,
      ),
    )
    .orderBy(desc(events.id))
    .limit(limit);
}

export async function findEvent(
  db: Database,
  { accountId, mode, id }: Owner & { id: string },
): Promise<WebhookEvent | undefined> {
  const isIt = and(eq(events.id, id), eq(events.accountId, accountId), eq(events.mode, mode));
  const [row] = await db.select().from(events).where(and(isIt, isOutcome));
  return row;
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

type Ended = { delivery: Delivery; attempt: NewAttempt };

const { number: _, ...attemptColumns } = getTableColumns(deliveryAttempts);

const GIVEN = { ...attemptColumns, leasedUntil: deliveries.leasedUntil };

const recording = (name: string, isLockWaitedFor: boolean) =>
  prepare(name, (db) => {
    const types = Object.values(GIVEN).map((column) => `${column.name} ${column.getSQLType()}`);
    const rows = sql`jsonb_to_recordset(${sql.placeholder("rows")}::jsonb) as given (${sql.raw(types.join())})`;
    const given = db.$with("given", GIVEN).as(sql`select * from ${rows}`);
    const wanted = db
      .select({ id: deliveries.id, status: deliveries.status, leasedUntil: deliveries.leasedUntil })
      .from(deliveries)
      // Without the other conditions, so that every plan finds them by id.
      .where(sql`${deliveries.id} = any(array(select ${given.deliveryId} from ${given}))`);
    const found = db
      .$with("found")
      .as(isLockWaitedFor ? wanted.for("update") : wanted.for("update", { skipLocked: true }));
    const isLeased = and(
      eq(found.id, given.deliveryId),
      eq(found.leasedUntil, given.leasedUntil),
      eq(found.status, "pending"),
    );
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
        .from(found)
        .innerJoin(given, isLeased)
        .where(eq(deliveries.id, found.id))
        .returning({ attemptId: given.id }),
    );
    return db
      .with(given, found, released)
      .insert(deliveryAttempts)
      .select(
        db
          .select({
            id: given.id,
            deliveryId: given.deliveryId,
            number: numberOf(given.deliveryId).as("number"),
            startedAt: given.startedAt,
            durationMs: given.durationMs,
            requestHeaders: given.requestHeaders,
            responseStatus: given.responseStatus,
            responseStart: given.responseStart,
            error: given.error,
          })
          .from(released)
          .innerJoin(given, eq(given.id, released.attemptId)),
      )
      .returning({ id: deliveryAttempts.id });
  });

const recordingAfterLocks = recording("record-delivered", true);
const recordingUnlocked = recording("record-unlocked-delivered", false);

/**
 * Ends the leases and stores the attempts. Returns the ids of the attempts that are stored: not those of deliveries that are no
 * longer leased, and, unless `isLockWaitedFor`, of those that another transaction holds.
 */
export async function recordDelivered(
  tx: Database | Batched,
  ended: readonly Ended[],
  now: Date,
  { isLockWaitedFor = false } = {},
): Promise<Set<string>> {
  const statement = isLockWaitedFor ? recordingAfterLocks : recordingUnlocked;
  const rows = ended.map(({ delivery: { leasedUntil }, attempt }) => {
    const row: Record<string, unknown> = { ...attempt, leasedUntil };
    return Object.fromEntries(Object.entries(GIVEN).map(([key, { name }]) => [name, row[key]]));
  });
  const recorded = await run(tx, statement({ rows: JSON.stringify(rows), now }));
  return new Set(recorded.map(({ id }) => id));
}
