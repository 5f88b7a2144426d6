import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { startsWith } from "#lib/platform/db/like.ts";
import { firstIdAt } from "#lib/platform/values/ids.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import type { DeliveryStatus } from "#lib/webhooks/model/delivery-status.ts";
import { type EventType, TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import {
  deliveries,
  deliveryAttempts,
  events,
  webhookEndpoints,
} from "#lib/webhooks/model/schema.ts";
import type { Delivery } from "./delivery.ts";
import { wakeWorkers } from "./enqueue.sql.ts";

export type LogFilter = {
  status?: DeliveryStatus | undefined;
  search?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  limit: number;
};

export type EventRange = {
  accountId: string;
  mode: WebhookEndpoint["mode"];
  types: EventType[];
  since: Date;
  until: Date;
};

const RESTARTED = {
  status: "pending",
  attemptCount: 0,
  leases: 0,
  leasedUntil: null,
  finishedAt: null,
} as const;

const inRange = ({ accountId, mode, types, since, until }: EventRange) =>
  and(
    eq(events.accountId, accountId),
    eq(events.mode, mode),
    inArray(events.type, types),
    // Their times are those of the ids.
    gte(events.id, firstIdAt("evt", since)),
    lt(events.id, firstIdAt("evt", new Date(until.getTime() + 1))),
  );

type Endpoint = Pick<WebhookEndpoint, "id" | "accountId" | "mode">;

const MOST_FIRST = 200;
const MOST_ORDERS = 1_000;

/** Of an endpoint's log. */
type Log = { endpoint: Endpoint; mine: SQL | undefined; order: SQL; limit: number };

/**
 * Each meaning has an index. The start of an order number is looked for among the first rows of the log; if they don't fill the
 * page, among all such payments, of which some may be left out.
 */
function idsFound({ endpoint, mine, order, limit }: Log, search: string): SQL {
  const ofEvents = (where: SQL | undefined) =>
    new QueryBuilder()
      .select({ id: deliveries.id })
      .from(events)
      .innerJoin(deliveries, eq(deliveries.eventId, events.id))
      .where(and(mine, where))
      .orderBy(order)
      .limit(limit);
  const first = new QueryBuilder()
    .select({ id: deliveries.id, eventId: deliveries.eventId })
    .from(deliveries)
    .where(mine)
    .orderBy(order)
    .limit(MOST_FIRST)
    // As `order` names it.
    .as("deliveries");
  // With a limit, PostgreSQL reads it for each of the first only.
  const numbered = new QueryBuilder()
    .select({ externalId: transactions.externalId })
    .from(events)
    .innerJoin(transactions, eq(transactions.id, events.transactionId))
    .where(eq(events.id, first.eventId))
    .limit(1)
    .as("numbered");
  const near = new QueryBuilder()
    .select({ id: first.id })
    .from(first)
    .innerJoinLateral(numbered, sql`true`)
    .where(startsWith(numbered.externalId, search))
    .orderBy(order)
    .limit(limit);
  const orders = new QueryBuilder()
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.accountId, endpoint.accountId),
        eq(transactions.mode, endpoint.mode),
        startsWith(transactions.externalId, search),
        sql`(select count(*) from near) < ${limit}`,
      ),
    )
    .orderBy(sql`${transactions.externalId} using ~>~`)
    .limit(MOST_ORDERS);
  const others = [
    eq(events.id, search),
    eq(events.transactionId, search),
    inArray(events.transactionId, sql`(${orders})`),
    eq(deliveries.id, search),
  ].map((meaning) => sql`(${ofEvents(meaning)})`);
  return sql`(with near as materialized (${near}) select id from near union ${sql.join(others, sql` union `)})`;
}

/** Newest event first, also for recovered deliveries, but oldest first with `after`. */
export async function list(db: Database, endpoint: Endpoint, filter: LogFilter) {
  const { status, search, before, after, limit } = filter;
  const eventOf = (deliveryId: string) =>
    db
      .select({ eventId: deliveries.eventId })
      .from(deliveries)
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.endpointId, endpoint.id)));
  const order = after ? asc(deliveries.eventId) : desc(deliveries.eventId);
  const mine = and(
    eq(deliveries.endpointId, endpoint.id),
    status && eq(deliveries.status, status),
    before ? sql`${deliveries.eventId} < ${eventOf(before)}` : undefined,
    after ? sql`${deliveries.eventId} > ${eventOf(after)}` : undefined,
  );
  const found = search ? idsFound({ endpoint, mine, order, limit }, search) : undefined;
  // Before the joins, which PostgreSQL might begin at the start of all events.
  const page = new QueryBuilder()
    .select()
    .from(deliveries)
    .where(and(mine, found && sql`${deliveries.id} = any(array${found})`))
    .orderBy(order)
    .limit(limit)
    // As the columns below name it.
    .as("deliveries");
  const attempt = db
    .select({
      startedAt: deliveryAttempts.startedAt,
      responseStatus: deliveryAttempts.responseStatus,
      error: deliveryAttempts.error,
      number: deliveryAttempts.number,
    })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveries.id))
    .orderBy(desc(deliveryAttempts.number))
    .limit(1)
    .as("attempt");
  const { id, type, createdAt, transactionId } = events;
  const { externalId, amount, currency } = transactions;
  return db
    .select({
      delivery: deliveries,
      event: { id, type, createdAt, transactionId },
      order: { externalId, amount, currency },
      attempt: {
        startedAt: attempt.startedAt,
        responseStatus: attempt.responseStatus,
        error: attempt.error,
        number: attempt.number,
      },
    })
    .from(page)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .leftJoin(transactions, eq(transactions.id, events.transactionId))
    .leftJoinLateral(attempt, sql`true`)
    .orderBy(order);
}

export async function find(db: Database, { accountId, id }: { accountId: string; id: string }) {
  const [row] = await db
    .select({ delivery: deliveries, event: events, endpoint: webhookEndpoints })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .where(and(eq(deliveries.id, id), eq(webhookEndpoints.accountId, accountId)));
  return row;
}

export function listAttempts(db: Database, deliveryId: string) {
  return db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId))
    .orderBy(desc(deliveryAttempts.number));
}

export async function findPendingTest(
  db: Database,
  { id, accountId, mode }: Endpoint,
): Promise<Delivery | undefined> {
  const [row] = await db
    .select({ delivery: deliveries })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(
      and(
        eq(deliveries.endpointId, id),
        eq(deliveries.status, "pending"),
        eq(events.accountId, accountId),
        eq(events.mode, mode),
        isNull(events.transactionId),
        eq(events.type, TEST_EVENT),
      ),
    )
    .limit(1);
  return row?.delivery;
}

/** Due now with a new schedule, except while being sent. Returns their number. */
export async function restart(
  db: Database,
  endpointId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const isFree = or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now));
  const rows = await db
    .update(deliveries)
    .set({ ...RESTARTED, nextAttemptAt: now })
    .where(and(inArray(deliveries.id, [...ids]), eq(deliveries.endpointId, endpointId), isFree))
    .returning({ id: deliveries.id });
  if (rows.length > 0) await wakeWorkers(db, endpointId);
  return rows.length;
}

export function countOf(db: Database, endpointId: string, ids: readonly string[]): Promise<number> {
  return db.$count(
    deliveries,
    and(inArray(deliveries.id, [...ids]), eq(deliveries.endpointId, endpointId)),
  );
}

export async function restartExhausted(
  db: Database,
  endpointId: string,
  range: EventRange,
  now: Date,
  limit: number,
): Promise<number> {
  const isExhausted = eq(deliveries.status, "exhausted");
  const found = await db
    .select({ id: deliveries.id })
    .from(events)
    .innerJoin(
      deliveries,
      and(eq(deliveries.eventId, events.id), eq(deliveries.endpointId, endpointId)),
    )
    .where(and(inRange(range), isExhausted))
    .orderBy(asc(deliveries.eventId))
    .limit(limit);
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  const rows = await db
    .update(deliveries)
    .set({ ...RESTARTED, nextAttemptAt: now })
    .where(and(inArray(deliveries.id, ids), isExhausted))
    .returning({ id: deliveries.id });
  return rows.length;
}

export async function listMissing(
  db: Database,
  endpointId: string,
  range: EventRange,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .leftJoin(
      deliveries,
      and(eq(deliveries.eventId, events.id), eq(deliveries.endpointId, endpointId)),
    )
    .where(and(inRange(range), isNull(deliveries.id)))
    .orderBy(asc(events.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
