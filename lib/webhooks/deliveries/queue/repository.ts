import {
  and,
  asc,
  type Column,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  min,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { Leased } from "#lib/webhooks/deliveries/delivery.ts";
import { WAIT_SECONDS } from "#lib/webhooks/deliveries/schedule.ts";
import { PER_ENDPOINT, type Target } from "#lib/webhooks/deliveries/shares.ts";
import { TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import { deliveries, events, webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { IS_DUE, IS_HELD, IS_PENDING, isDue, isFree, isReady, NOW } from "./due.sql.ts";
import { lookedAt } from "./looked-at.sql.ts";

/** `id` is null for disabled endpoints with pending deliveries. */
export type Waiting = { id: string | null; dueAt: Date | null; isStopped: boolean; target: Target };

const STOPPED_AT_ONCE = 1_000;

const lock = prepare("lock-deliveries", (db) =>
  db
    .select({
      // Void, and so not null.
      isLocked: sql`pg_advisory_xact_lock(hashtextextended('webhook_claims', 0))::text is not null`,
      // Planning the statements that follow takes longer than running them, and one plan fits all times.
      plans: sql`set_config('plan_cache_mode', 'force_generic_plan', true)`,
    })
    .from(sql`(select 1) as one`),
);

/** In the rest of the transaction, statements keep their plans. */
export async function lockQueue(tx: Database | Batched): Promise<void> {
  await run(tx, lock({}));
}

// The limit makes every plan look for it by id.
const endpointOf = (db: Database, id: Column | SQL) =>
  db
    .select({
      endpointId: webhookEndpoints.id,
      accountId: webhookEndpoints.accountId,
      mode: webhookEndpoints.mode,
      url: webhookEndpoints.url,
      failingSince: webhookEndpoints.failingSince,
      lastFailedAt: webhookEndpoints.lastFailedAt,
      pausedUntil: webhookEndpoints.pausedUntil,
      disabledAt: webhookEndpoints.disabledAt,
    })
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.id} = ${id}`)
    .limit(1)
    .as("endpoint");

const targetIn = (endpoint: ReturnType<typeof endpointOf>, type: SQL | SQL.Aliased) => {
  const { endpointId, accountId, mode, url, failingSince, lastFailedAt } = endpoint;
  const isTest = sql<boolean>`coalesce(${type} = ${TEST_EVENT}, false)`;
  return { endpointId, accountId, mode, url, failingSince, lastFailedAt, isTest };
};

const held = prepare("held-deliveries", (db) => {
  const endpoint = endpointOf(db, deliveries.endpointId);
  const type = sql`(select type from ${events} where id = ${deliveries.eventId})`;
  return db
    .select(targetIn(endpoint, type))
    .from(deliveries)
    .innerJoinLateral(endpoint, sql`true`)
    .where(IS_HELD);
});

export function listHeld(db: Database | Batched, now: Date): Promise<Target[]> {
  return run(db, held({ now }));
}

const waiting = prepare("waiting-deliveries", (db) => {
  const endpoint = endpointOf(db, sql`looked_at.endpoint_id`);
  const due = db
    .select({
      id: deliveries.id,
      dueAt: deliveries.nextAttemptAt,
      type: sql`(select type from ${events} where id = ${deliveries.eventId})`.as("type"),
    })
    .from(deliveries)
    .where(and(eq(deliveries.endpointId, endpoint.endpointId), IS_DUE))
    .orderBy(asc(deliveries.nextAttemptAt))
    // A literal: with a parameter, the plan would be made for many rows.
    .limit(sql.raw(String(PER_ENDPOINT)) as unknown as Placeholder)
    .as("due");
  const isStopped = sql<boolean>`coalesce(${endpoint.disabledAt} is not null, false)`;
  return db
    .select({
      id: due.id,
      dueAt: due.dueAt,
      isStopped,
      target: targetIn(endpoint, due.type),
      walkedTo: sql<string | null>`looked_at.walked_to`,
    })
    .from(lookedAt(db))
    .leftJoinLateral(endpoint, sql`true`)
    .leftJoinLateral(due, and(sql`not ${isStopped}`, isReady(NOW, endpoint)))
    .orderBy(asc(due.dueAt), asc(due.id));
});

// A plan would read and sort all that is due for the first few: without statistics, or as most endpoints have few.
const inOrder = prepare("read-in-order", (db) =>
  db
    .select({
      bitmaps: sql`set_config('enable_bitmapscan', 'off', true)`,
      sorts: sql`set_config('enable_incremental_sort', 'off', true)`,
    })
    .from(sql`(select 1) as one`),
);

/** `walkedTo`: where to go on, if there may be more. */
export type Look = { waiting: Waiting[]; walkedTo: string | undefined };

/** Where to look if much is due: at endpoints that are `known`, and at the next `most` after one. */
export type Places = { known: readonly string[]; after: string; most: number };

/** {@link PER_ENDPOINT} of each endpoint, longest due first. Neither long queues nor what is not due cost anything. */
export async function listWaiting(
  db: Database | Batched,
  now: Date,
  { known, after, most }: Places,
): Promise<Look> {
  const values = { now, known: `{${known.join()}}`, after, most };
  const [, rows] = await Promise.all([run(db, inOrder({})), run(db, waiting(values))]);
  return {
    waiting: rows.filter(({ id, isStopped }) => id !== null || isStopped) as Waiting[],
    walkedTo: rows[0]?.walkedTo ?? undefined,
  };
}

const holding = prepare("hold-deliveries", (db) => {
  const { id, eventId, endpointId, status, nextAttemptAt, leasedUntil } = deliveries;
  // Without the other conditions, so that every plan finds them by id.
  const unlocked = db.$with("unlocked").as(
    db
      .select({ id, eventId, endpointId, status, nextAttemptAt, leasedUntil })
      .from(deliveries)
      .where(sql`${id} = any(${sql.placeholder("ids")}::text[])`)
      .for("update", { skipLocked: true }),
  );
  const waits = sql.raw(`'{${WAIT_SECONDS.join()}}'::int[]`);
  const wait = sql`(${waits})[least(${deliveries.leases} + 1, ${sql.raw(String(WAIT_SECONDS.length))})]`;
  return db
    .with(unlocked)
    .update(deliveries)
    .set({
      leasedUntil: sql`${sql.placeholder("leasedUntil")}::timestamptz`,
      leases: sql`${deliveries.leases} + 1`,
      nextAttemptAt: sql`${NOW}::timestamptz + ${wait} * interval '1 second'`,
    })
    .from(unlocked)
    .innerJoin(events, eq(events.id, unlocked.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, unlocked.endpointId))
    .where(and(eq(deliveries.id, unlocked.id), isDue(NOW, unlocked)))
    .returning({
      delivery: getTableColumns(deliveries),
      event: getTableColumns(events),
      endpoint: getTableColumns(webhookEndpoints),
    });
});

/** Skips locked deliveries. Each is due again when its lease expires, with a longer wait after every unrecorded attempt. */
export async function hold(
  db: Database | Batched,
  ids: string[],
  now: Date,
  leasedUntil: Date,
): Promise<Leased[]> {
  // Ids need no quotes in an array's text.
  return run(db, holding({ ids: `{${ids.join()}}`, now, leasedUntil }));
}

/** Ends up to 1,000 unleased deliveries. Returns whether there may be more: then one is due, so that a worker finds them. */
export async function stopPending(db: Database, endpointId: string, now: Date): Promise<boolean> {
  const some = (limit: number) =>
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, endpointId), IS_PENDING, isFree(now)))
      .limit(limit)
      .for("update", { skipLocked: true });
  const rows = await db
    .update(deliveries)
    .set({ status: "exhausted", nextAttemptAt: null, leasedUntil: null, finishedAt: now })
    .where(inArray(deliveries.id, some(STOPPED_AT_ONCE)))
    .returning({ id: deliveries.id });
  if (rows.length < STOPPED_AT_ONCE) return false;
  await db
    .update(deliveries)
    .set({ nextAttemptAt: now })
    .where(inArray(deliveries.id, some(1)));
  return true;
}

const next = prepare("next-due-delivery", (db) => {
  const due = db
    .select({ at: deliveries.nextAttemptAt })
    .from(deliveries)
    .where(and(IS_PENDING, gte(deliveries.nextAttemptAt, sql.placeholder("since")), isFree(NOW)))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(1);
  const heldUntil = db
    .select({ at: deliveries.leasedUntil })
    .from(deliveries)
    .where(IS_HELD)
    .orderBy(asc(deliveries.leasedUntil))
    .limit(1);
  const at = sql<Date | null>`least((${due}), (${heldUntil}))`.mapWith(deliveries.nextAttemptAt);
  return db.select({ at }).from(sql`(select 1) as one`);
});

/** The next due time from `since` on, or the next expiry of a lease if that is earlier. */
export async function nextDueAt(db: Database, since: Date, now: Date): Promise<Date | undefined> {
  const [row] = await run(db, next({ since, now }));
  return row?.at ?? undefined;
}

export type DuePart = { isFailing: boolean; due: number; oldestAt: Date };

/** Of the `most` longest due, by whether their endpoint fails at the moment. Without those that wait on purpose. */
export async function countDue(db: Database, now: Date, most: number): Promise<DuePart[]> {
  const due = db
    .select({ endpointId: deliveries.endpointId, dueAt: deliveries.nextAttemptAt })
    .from(deliveries)
    .where(isDue(now))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(most)
    .as("due");
  const isFailing = sql<boolean>`${webhookEndpoints.failingSince} is not null`;
  const rows = await db
    .select({ isFailing, due: count(), oldestAt: min(due.dueAt) })
    .from(due)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, due.endpointId))
    .where(and(isNull(webhookEndpoints.disabledAt), isReady(now, webhookEndpoints)))
    .groupBy(isFailing);
  return rows.flatMap(({ oldestAt, ...row }) => (oldestAt ? [{ ...row, oldestAt }] : []));
}
