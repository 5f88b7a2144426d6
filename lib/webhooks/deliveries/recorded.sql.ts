import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { Delivery } from "#lib/webhooks/deliveries/delivery.ts";
import { deliveries, deliveryAttempts } from "#lib/webhooks/model/schema.ts";

export type NewAttempt = Omit<typeof deliveryAttempts.$inferSelect, "number">;

const isPending = eq(deliveries.status, "pending");

const UNLEASED = { leases: 0, leasedUntil: null } as const;

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

/** Returns the ids of stored attempts: not of deliveries no longer leased, nor, unless `isLockWaitedFor`, of locked ones. */
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
