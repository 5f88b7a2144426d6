import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import type { LinkStatus } from "#lib/payments/model/link.ts";
import { isPaidLink, paymentLinks } from "#lib/payments/model/links.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { LinkFilter, LinkKey, LinkOwner } from "./link.ts";

export type LinkRow = typeof paymentLinks.$inferSelect;

const isOf = ({ accountId, mode }: Omit<LinkKey, "id">) =>
  and(
    eq(paymentLinks.accountId, accountId),
    mode === undefined ? undefined : eq(paymentLinks.mode, mode),
  );

const { stoppedAt, expiresAt } = paymentLinks;

const isNotPaid = sql`${isPaidLink} is not true`;

/** As `linkStatusOf` says. */
function hasStatus(status: LinkStatus, now: Date): SQL | undefined {
  switch (status) {
    case "paid":
      return isPaidLink;
    case "stopped":
      return and(isNotPaid, isNotNull(stoppedAt));
    case "expired":
      return and(isNotPaid, isNull(stoppedAt), lte(expiresAt, now));
    default:
      return and(isNotPaid, isNull(stoppedAt), or(isNull(expiresAt), gt(expiresAt, now)));
  }
}

export async function insert(db: Database, row: LinkRow): Promise<void> {
  await db.insert(paymentLinks).values(row);
}

export async function find(db: Database, key: LinkKey): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.id, key.id), isOf(key)));
  return row;
}

export async function findById(db: Database, id: string): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(paymentLinks).where(eq(paymentLinks.id, id));
  return row;
}

/** With what its page says of the merchant. */
export async function findByToken(db: Database, token: string) {
  const [row] = await db
    .select({
      ...getTableColumns(paymentLinks),
      accountName: accounts.name,
      accountClosedAt: accounts.closedAt,
    })
    .from(paymentLinks)
    .innerJoin(accounts, eq(accounts.id, paymentLinks.accountId))
    .where(eq(paymentLinks.token, token));
  return row;
}

export async function findByKey(
  db: Database,
  owner: LinkOwner,
  idempotencyKey: string,
): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentLinks)
    .where(and(isOf(owner), eq(paymentLinks.idempotencyKey, idempotencyKey)));
  return row;
}

/** Up to `most`. */
export async function countActive(
  db: Database,
  owner: LinkOwner,
  now: Date,
  most: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(paymentLinks)
    .where(and(isOf(owner), hasStatus("active", now)))
    .limit(most)
    .as("some");
  const [row] = await db.select({ links: count() }).from(some);
  return row?.links ?? 0;
}

/** Newest first. */
export function list(
  db: Database,
  { before, status, limit, ...owner }: LinkFilter,
  now: Date,
): Promise<LinkRow[]> {
  return db
    .select()
    .from(paymentLinks)
    .where(
      and(
        isOf(owner),
        before ? lt(paymentLinks.id, before) : undefined,
        status && hasStatus(status, now),
      ),
    )
    .orderBy(desc(paymentLinks.id))
    .limit(limit);
}

/** `undefined` if it was stopped. */
export async function stop(db: Database, key: LinkKey, at: Date): Promise<LinkRow | undefined> {
  const [row] = await db
    .update(paymentLinks)
    .set({ stoppedAt: at })
    .where(and(eq(paymentLinks.id, key.id), isOf(key), isNull(stoppedAt)))
    .returning();
  return row;
}
