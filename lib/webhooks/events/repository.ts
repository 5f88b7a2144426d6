import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { firstIdAt, newIdAfter } from "#lib/platform/values/ids.ts";
import { OUTCOME_EVENTS, TRANSACTION_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import type { WebhookEvent } from "./event.ts";

type Owner = { accountId: string; mode: Mode };

type TransactionEvent = (typeof TRANSACTION_EVENTS)[number];

export type EventFilter = Owner & {
  limit: number;
  before?: string | undefined;
  /** Without: outcomes. */
  type?: TransactionEvent | "all" | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

const isOutcome = inArray(events.type, OUTCOME_EVENTS);
const isListed = inArray(events.type, TRANSACTION_EVENTS);

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

const insertion = prepare("insert-event", (db) =>
  db
    .insert(events)
    .values(placeholdersFor(getTableColumns(events)))
    .returning({ id: events.id }),
);

/**
 * Until commit, no other event of its account and mode is added: ids become visible in order. Call it last, as other outcomes
 * wait.
 */
export async function add(
  tx: Database | Batched,
  event: Omit<WebhookEvent, "id">,
): Promise<string> {
  const { accountId, mode, createdAt } = event;
  await run(tx, lock({ name: `events:${accountId}:${mode}` }));
  // After the lock, to see the event of its last holder.
  const [last] = await run(tx, newest({ accountId, mode }));
  const id = newIdAfter("evt", last?.id, createdAt);
  await run(tx, insertion({ ...event, id }));
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
        isOfType(type),
        before ? lt(events.id, before) : undefined,
        createdAfter ? gte(events.id, firstIdAt("evt", createdAfter)) : undefined,
        createdBefore ? lt(events.id, firstIdAt("evt", createdBefore)) : undefined,
      ),
    )
    .orderBy(desc(events.id))
    .limit(limit);
}

function isOfType(type: EventFilter["type"]): SQL {
  if (type === undefined) return isOutcome;
  return type === "all" ? isListed : eq(events.type, type);
}

export async function find(
  db: Database,
  { accountId, mode, id }: Owner & { id: string },
): Promise<WebhookEvent | undefined> {
  const isIt = and(eq(events.id, id), eq(events.accountId, accountId), eq(events.mode, mode));
  const [row] = await db.select().from(events).where(and(isIt, isListed));
  return row;
}
