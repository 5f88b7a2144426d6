import { and, asc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { Delivery } from "#lib/webhooks/deliveries/delivery.ts";
import { WAIT_SECONDS } from "#lib/webhooks/deliveries/schedule.ts";
import type { Target } from "#lib/webhooks/deliveries/shares.ts";
import { TEST_EVENT } from "#lib/webhooks/events/event-types.ts";
import { deliveries, events, webhookEndpoints } from "#lib/webhooks/schema.ts";

/** A delivery that is due, or none of an endpoint that is disabled though some wait for it. */
export type Waiting = { id: string | null; dueAt: Date | null; isStopped: boolean; target: Target };

// Said as it is and not as a parameter: only then every plan may use the indexes of what is pending.
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

/** SQL by which workers take deliveries. */
export function createQueueRepository(db: Database) {
  const isFree = (now: Date) =>
    or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now));
  const isDue = (now: Date) => and(IS_PENDING, lte(deliveries.nextAttemptAt, now), isFree(now));

  return {
    /** Holds off other workers until the database transaction ends. */
    async lockQueue(): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook_claims', 0))`);
    },

    /** Where everything goes that some worker sends at the moment. */
    listHeld(now: Date): Promise<Target[]> {
      return db
        .select({ ...TARGET, isTest: isTest(events.type) })
        .from(deliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .where(and(IS_PENDING, gt(deliveries.leasedUntil, now)));
    },

    /**
     * Up to `perEndpoint` deliveries to each endpoint that are due and nobody's, those that are due longest. Goes from one
     * endpoint for which something waits to the next by the index, so it takes no longer however much waits for one.
     */
    async listWaiting(now: Date, perEndpoint: number): Promise<Waiting[]> {
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
      const isReady = or(
        isNull(webhookEndpoints.pausedUntil),
        lte(webhookEndpoints.pausedUntil, now),
      );
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
    },

    /**
     * Leases deliveries that are still due and nobody's, and that nobody changes at the moment. Each is due again when its
     * lease has run out, and the later the more often that happened in a row.
     */
    async hold(ids: string[], now: Date, leasedUntil: Date): Promise<Delivery[]> {
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
    },

    /**
     * Ends what waits for an endpoint, up to 1 000 at once, and answers whether there may be more. What is being sent at the
     * moment ends by itself.
     */
    async stopPending(endpointId: string, now: Date): Promise<boolean> {
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
    },

    /** When the next delivery that is due at `since` or later is not leased. */
    async nextDueAt(since: Date, now: Date): Promise<Date | undefined> {
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
    },
  };
}

// PostgreSQL has no scan that skips from one value of an index to the next before version 18.
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
