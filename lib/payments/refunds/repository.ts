import { and, asc, desc, eq, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import { type RefundStatus, UNSENT_REFUNDS } from "#lib/payments/model/refund.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { idEndOf, type Refund, type RefundOwner } from "./refund.ts";

export const isOf = ({ accountId, mode }: RefundOwner) =>
  and(eq(refunds.accountId, accountId), eq(refunds.mode, mode));

export const isCounted = notInArray(refunds.status, [...UNSENT_REFUNDS]);

/** `false` if another refund has its externalId. */
export async function insert(db: Database, row: Refund): Promise<boolean> {
  const target = [refunds.accountId, refunds.mode, refunds.externalId];
  const rows = await db
    .insert(refunds)
    .values(row)
    .onConflictDoNothing({ target })
    .returning({ id: refunds.id });
  return rows.length > 0;
}

export async function find(db: Database, id: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** By id, or by creditor reference if one alone has it. */
export async function findMarked(
  db: Database,
  owner: RefundOwner,
  mark: string,
): Promise<Refund | undefined> {
  const isMarked = mark.startsWith("RF")
    ? sql`right(${refunds.id}, 11) = ${idEndOf(mark)}`
    : eq(refunds.id, mark);
  const [row, another] = await db
    .select()
    .from(refunds)
    .where(and(isOf(owner), isMarked))
    .limit(2);
  return another ? undefined : row;
}

export async function findByExternalId(
  db: Database,
  owner: RefundOwner,
  externalId: string,
): Promise<Refund | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(isOf(owner), eq(refunds.externalId, externalId)));
  return row;
}

/** Newest first. */
export function listOf(db: Database, transactionId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, transactionId))
    .orderBy(desc(refunds.id));
}

export type RefundFilter = RefundOwner & {
  limit: number;
  before?: string | undefined;
  status?: RefundStatus | undefined;
  transactionId?: string | undefined;
};

/** Newest first. */
export function list(db: Database, filter: RefundFilter): Promise<Refund[]> {
  const { before, status, transactionId, limit } = filter;
  return db
    .select()
    .from(refunds)
    .where(
      and(
        isOf(filter),
        before ? lt(refunds.id, before) : undefined,
        status ? eq(refunds.status, status) : undefined,
        transactionId ? eq(refunds.transactionId, transactionId) : undefined,
      ),
    )
    .orderBy(desc(refunds.id))
    .limit(limit);
}

/** Those of `statuses`, longest wait first. */
export function listWaiting(
  db: Database,
  owner: RefundOwner,
  statuses: RefundStatus[],
  limit: number,
): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(isOf(owner), inArray(refunds.status, statuses)))
    .orderBy(asc(refunds.id))
    .limit(limit);
}

/** `undefined` unless it is one of `from`. */
export async function move(
  db: Database,
  id: string,
  from: RefundStatus[],
  values: Partial<Refund> & Pick<Refund, "status" | "updatedAt">,
): Promise<Refund | undefined> {
  const [row] = await db
    .update(refunds)
    .set(values)
    .where(and(eq(refunds.id, id), inArray(refunds.status, from)))
    .returning();
  return row;
}

/** The first time only. */
export async function noteReturned(
  db: Database,
  id: string,
  returnedAt: Date,
): Promise<Refund | undefined> {
  const [row] = await db
    .update(refunds)
    .set({ returnedAt, updatedAt: returnedAt })
    .where(and(eq(refunds.id, id), eq(refunds.status, "succeeded"), isNull(refunds.returnedAt)))
    .returning();
  return row;
}
