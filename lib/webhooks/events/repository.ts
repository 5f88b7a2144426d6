import { and, desc, eq, gte, inArray, lt, type Placeholder, sql } from "drizzle-orm";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { firstIdAt, newIdAfter } from "#lib/platform/values/ids.ts";
import { OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import type { WebhookEvent } from "./event.ts";

type Owner = { accountId: string; mode: Mode };

export type EventFilter = Owner & {
  limit: number;
  before?: string | undefined;
  type?: (typeof OUTCOME_EVENTS)[number] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

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
    // As indexed, and a literal: one plan fits all accounts.
    .orderBy(desc(events.accountId), desc(events.mode), desc(events.id))
    .limit(sql.raw("1") as unknown as Placeholder),
);

/**
 * Until commit, no other event of its account and mode is added: ids become visible in order. Call it last, as other outcomes
 * wait.
 */
export async function add(tx: Database, event: Omit<WebhookEvent, "id">): Promise<string> {
  const { accountId, mode, createdAt } = event;
  await run(tx, lock({ name: `events:${accountId}:${mode}` }));
  // After the lock, to see the event of its last holder.
  const [last] = await run(tx, newest({ accountId, mode }));
  const id = newIdAfter("evt", last?.id, createdAt);
  await tx.insert(events).values({ ...event, id });
  return id;
}

export async function hasOutcome(tx: Database, transactionId: string): Promise<boolean> {
  return (await tx.$count(events, and(eq(events.transactionId, transactionId), isOutcome))) > 0;
}

export async function list(db: Database, filter: EventFilter): Promise<WebhookEvent[]> {
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

export async function find(
  db: Database,
  { accountId, mode, id }: Owner & { id: string },
): Promise<WebhookEvent | undefined> {
  const isIt = and(eq(events.id, id), eq(events.accountId, accountId), eq(events.mode, mode));
  const [row] = await db.select().from(events).where(and(isIt, isOutcome));
  return row;
}
