import { and, asc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { Delivery } from "#lib/webhooks/deliveries/delivery.ts";
import { WAIT_SECONDS } from "#lib/webhooks/deliveries/schedule.ts";
import type { Target } from "#lib/webhooks/deliveries/shares.ts";
import { TEST_EVENT } from "#lib/webhooks/events/event-types.ts";
import { deliveries, events, webhookEndpoints } from "#lib/webhooks/schema.ts";

/** `id` is null for disabled endpoints with pending deliveries. */
export type Waiting = { id: string | null; dueAt: Date | null; isStopped: boolean; target: Target };

// A literal: with a parameter, plans can't rely on the partial indexes of pending deliveries.
const IS_PENDING = sql`${deliveries.status} = 'pending'`;

const STOPPED_AT_ONCE = 1_000;

const TARGET = {
  endpointId: webhookEndpoints.id,
  accountId: webhookEndpoints.accountId,
  mode: webhookEndpoints.mode,
  url: webhookEndpoints.url,
  failingSince: webhookEndpoints.failingSince,
  lastFailedAt: webhookEndpoints.lastFailedAt,
};

const isTest = (type: SQL.Aliased | typeof events.type) =>
  sql<boolean>`coalesce(${type} = ${TEST_EVENT}, false)`;

const isFree = (now: Date) => or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now));

const isDue = (now: Date) => and(IS_PENDING, lte(deliveries.nextAttemptAt, now), isFree(now));

export async function lockQueue(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook_claims', 0))`);
}

export function listHeld(db: Database, now: Date): Promise<Target[]> {
  return db
    .select({ ...TARGET, isTest: isTest(events.type) })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(IS_PENDING, gt(deliveries.leasedUntil, now)));
}

/** Longest due first. Skips from endpoint to endpoint by the index, so long queues cost nothing. */
export async function listWaiting(
  db: Database,
  now: Date,
  perEndpoint: number,
): Promise<Waiting[]> {
  const due = db
    .select({
      id: deliveries.id,
      dueAt: deliveries.nextAttemptAt,
      type: sql`${events.type}`.as("type"),
    })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.endpointId, webhookEndpoints.id), isDue(now)))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(perEndpoint)
    .as("due");
  const isStopped = sql<boolean>`${webhookEndpoints.disabledAt} is not null`;
  const isReady = or(isNull(webhookEndpoints.pausedUntil), lte(webhookEndpoints.pausedUntil, now));
  return db
    .select({
      id: due.id,
      dueAt: due.dueAt,
      isStopped,
      target: { ...TARGET, isTest: isTest(due.type) },
    })
    .from(ENDPOINTS_WAITED_FOR)
    .innerJoin(webhookEndpoints, sql`${webhookEndpoints.id} = waited_for.endpoint_id`)
    .leftJoinLateral(due, sql`not ${isStopped}`)
    .where(or(isStopped, and(sql`${due.id} is not null`, isReady)))
    .orderBy(asc(due.dueAt), asc(due.id));
}

/** Skips locked deliveries. Each is due again when its lease expires, with a longer wait after every unrecorded attempt. */
export async function hold(
  db: Database,
  ids: string[],
  now: Date,
  leasedUntil: Date,
): Promise<Delivery[]> {
  if (ids.length === 0) return [];
  const free = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(inArray(deliveries.id, ids), isDue(now)))
    .for("update", { skipLocked: true });
  if (free.length === 0) return [];
  const freeIds = free.map(({ id }) => id);
  const waits = sql`(${sql.param(WAIT_SECONDS)}::int[])[least(${deliveries.leases} + 1, ${WAIT_SECONDS.length}::int)]`;
  return db
    .update(deliveries)
    .set({
      leasedUntil,
      leases: sql`${deliveries.leases} + 1`,
      nextAttemptAt: sql`${now}::timestamptz + ${waits} * interval '1 second'`,
    })
    .where(inArray(deliveries.id, freeIds))
    .returning();
}

/** Ends up to 1,000 unleased deliveries. Returns whether there may be more. */
export async function stopPending(db: Database, endpointId: string, now: Date): Promise<boolean> {
  const some = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.endpointId, endpointId), IS_PENDING, isFree(now)))
    .limit(STOPPED_AT_ONCE)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(deliveries)
    .set({ status: "exhausted", nextAttemptAt: null, leasedUntil: null, finishedAt: now })
    .where(inArray(deliveries.id, some))
    .returning({ id: deliveries.id });
  return rows.length === STOPPED_AT_ONCE;
}

/** The next due time from `since` on, or the next expiry of a lease if that is earlier. */
export async function nextDueAt(db: Database, since: Date, now: Date): Promise<Date | undefined> {
  const [due] = await db
    .select({ at: deliveries.nextAttemptAt })
    .from(deliveries)
    .where(and(IS_PENDING, gte(deliveries.nextAttemptAt, since), isFree(now)))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(1);
  const [held] = await db
    .select({ at: deliveries.leasedUntil })
    .from(deliveries)
    .where(and(IS_PENDING, gt(deliveries.leasedUntil, now)))
    .orderBy(asc(deliveries.leasedUntil))
    .limit(1);
  const times = [due?.at, held?.at].filter((at) => at instanceof Date);
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

// PostgreSQL has no index skip scan before version 18.
const ENDPOINTS_WAITED_FOR = sql`(
  with recursive waited_for as (
    (select endpoint_id from deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select more.endpoint_id from deliveries more
      where more.status = 'pending' and more.endpoint_id > waited_for.endpoint_id
      order by more.endpoint_id limit 1
    )
    from waited_for where waited_for.endpoint_id is not null
  )
  select endpoint_id from waited_for where endpoint_id is not null
) as waited_for`;
