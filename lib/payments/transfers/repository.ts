import { and, asc, desc, eq, inArray, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { OPEN_TRANSFERS, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { keyOf, type Mention, type Source, type SourceKeys, sourceKeys } from "./same-money.ts";
import type {
  ListedTransfer,
  ReceivedTransfer,
  TransferOwner,
  TransferStatus,
} from "./transfer.ts";

type Place = TransferOwner & { before?: string | undefined; limit: number };

const isOf = ({ accountId, mode }: TransferOwner) =>
  and(eq(receivedTransfers.accountId, accountId), eq(receivedTransfers.mode, mode));

// As the partial index has it, without parameters.
const isUnresolved = and(
  isNull(receivedTransfers.resolvedAt),
  sql`${receivedTransfers.status} in (${OPEN_TRANSFERS})`,
);

// A resolved transfer, such as one sent back, pays nothing.
const isWaiting = and(isUnresolved, eq(receivedTransfers.status, "being_paid"));

export async function insert(
  db: Database,
  row: ReceivedTransfer,
): Promise<ReceivedTransfer | undefined> {
  const [stored] = await db.insert(receivedTransfers).values(row).onConflictDoNothing().returning();
  return stored;
}

/** Compares the key within the same kind of mention. */
export async function findByKey(
  db: Database,
  owner: TransferOwner,
  mention: Mention,
): Promise<ReceivedTransfer | undefined> {
  const [reported] = Object.entries(sourceKeys(mention)) as [keyof SourceKeys, string][];
  const [column, key] = reported ?? (["entryKey", mention.key] as const);
  const [row] = await db
    .select()
    .from(receivedTransfers)
    .where(and(isOf(owner), eq(receivedTransfers[column], key)));
  return row;
}

export async function findByEntryKey(
  db: Database,
  owner: TransferOwner,
  key: string,
): Promise<ReceivedTransfer | undefined> {
  const [row] = await db
    .select()
    .from(receivedTransfers)
    .where(and(isOf(owner), eq(receivedTransfers.entryKey, key)));
  return row;
}

/** Those that sources of this kind reported with these keys. */
export function listReported(
  db: Database,
  owner: TransferOwner,
  kind: Source["kind"],
  keys: string[],
): Promise<ReceivedTransfer[]> {
  return db
    .select()
    .from(receivedTransfers)
    .where(and(isOf(owner), inArray(receivedTransfers[keyOf(kind)], keys)));
}

export async function find(
  db: Database,
  accountId: string,
  id: string,
): Promise<ReceivedTransfer | undefined> {
  const [row] = await db
    .select()
    .from(receivedTransfers)
    .where(and(eq(receivedTransfers.id, id), eq(receivedTransfers.accountId, accountId)));
  return row;
}

export function listOf(db: Database, transactionId: string): Promise<ReceivedTransfer[]> {
  return db
    .select()
    .from(receivedTransfers)
    .where(eq(receivedTransfers.transactionId, transactionId))
    .orderBy(asc(receivedTransfers.id));
}

export async function update(
  db: Database,
  id: string,
  values: Partial<ReceivedTransfer>,
): Promise<void> {
  await db.update(receivedTransfers).set(values).where(eq(receivedTransfers.id, id));
}

export async function matchWaiting(db: Database, transactionId: string): Promise<boolean> {
  const oldest = db
    .select({ id: receivedTransfers.id })
    .from(receivedTransfers)
    .where(and(eq(receivedTransfers.transactionId, transactionId), isWaiting))
    .orderBy(asc(receivedTransfers.id))
    .limit(1);
  const rows = await db
    .update(receivedTransfers)
    .set({ status: "paid" })
    .where(inArray(receivedTransfers.id, oldest))
    .returning({ id: receivedTransfers.id });
  return rows.length === 1;
}

/** With parts, unless what paid completes them. */
export async function closeWaiting(
  db: Database,
  transactionIds: string[],
  status: TransferStatus,
): Promise<void> {
  const { transactionId } = receivedTransfers;
  const paidInParts = db
    .select({ id: transactionId })
    .from(receivedTransfers)
    .innerJoin(transactions, eq(transactions.id, transactionId))
    .where(
      and(
        inArray(transactionId, transactionIds),
        inArray(receivedTransfers.status, ["paid", "part"]),
      ),
    )
    .groupBy(transactionId, transactions.amount)
    .having(sql`sum(${receivedTransfers.amount}) = ${transactions.amount}`);
  const isUnpaidPart = and(
    eq(receivedTransfers.status, "part"),
    notInArray(transactionId, paidInParts),
  );
  await db
    .update(receivedTransfers)
    .set({ status })
    .where(
      and(
        inArray(transactionId, transactionIds),
        or(eq(receivedTransfers.status, "being_paid"), isUnpaidPart),
      ),
    );
}

/** `undefined` if it needs no action, may still pay, or is resolved. */
export async function resolve(
  db: Database,
  accountId: string,
  id: string,
  values: Pick<ReceivedTransfer, "resolvedAt" | "resolvedNote">,
): Promise<ReceivedTransfer | undefined> {
  const [row] = await db
    .update(receivedTransfers)
    .set(values)
    .where(
      and(
        eq(receivedTransfers.id, id),
        eq(receivedTransfers.accountId, accountId),
        isUnresolved,
        ne(receivedTransfers.status, "being_paid"),
      ),
    )
    .returning();
  return row;
}

/** `undefined` unless it is an unresolved one of `from`. */
export async function move(
  db: Database,
  { accountId, id, from }: { accountId: string; id: string; from: TransferStatus[] },
  values: Partial<ReceivedTransfer>,
): Promise<ReceivedTransfer | undefined> {
  const [row] = await db
    .update(receivedTransfers)
    .set(values)
    .where(
      and(
        eq(receivedTransfers.id, id),
        eq(receivedTransfers.accountId, accountId),
        inArray(receivedTransfers.status, from),
        isNull(receivedTransfers.resolvedAt),
      ),
    )
    .returning();
  return row;
}

/** The other parts of a sum that pays. */
export async function markParts(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(receivedTransfers)
    .set({ status: "part" })
    .where(inArray(receivedTransfers.id, ids));
}

export function list(
  db: Database,
  place: Place,
  only: "unresolved" | "all",
): Promise<ListedTransfer[]> {
  return listed(db)
    .where(
      and(
        isOf(place),
        place.before ? lt(receivedTransfers.id, place.before) : undefined,
        only === "unresolved" ? isUnresolved : undefined,
      ),
    )
    .orderBy(desc(receivedTransfers.id))
    .limit(place.limit)
    .then(toListed);
}

export function listOfImport(
  db: Database,
  importId: string,
  limit: number,
): Promise<ListedTransfer[]> {
  return listed(db)
    .where(eq(receivedTransfers.importId, importId))
    .orderBy(asc(receivedTransfers.id))
    .limit(limit)
    .then(toListed);
}

export async function countOfImport(
  db: Database,
  importId: string,
): Promise<{ paid: number; review: number }> {
  const [row] = await db
    .select({
      paid: sql<number>`count(*) filter (where ${receivedTransfers.status} = 'paid')::int`,
      review: sql<number>`count(*) filter (where ${isUnresolved})::int`,
    })
    .from(receivedTransfers)
    .where(eq(receivedTransfers.importId, importId));
  return row ?? { paid: 0, review: 0 };
}

export function listWaiting(
  db: Database,
  owner: TransferOwner,
  limit: number,
): Promise<ReceivedTransfer[]> {
  return db
    .select()
    .from(receivedTransfers)
    .where(and(isOf(owner), isWaiting))
    .orderBy(asc(receivedTransfers.id))
    .limit(limit);
}

export function countUnresolved(db: Database, owner: TransferOwner): Promise<number> {
  return db.$count(receivedTransfers, and(isOf(owner), isUnresolved));
}

const listed = (db: Database) =>
  db
    .select({
      transfer: receivedTransfers,
      externalId: sql<ListedTransfer["externalId"]>`${transactions.externalId}`,
      paymentStatus: sql<ListedTransfer["paymentStatus"]>`${transactions.status}`,
      orderAmount: sql<number | null>`${transactions.amount}`.mapWith(transactions.amount),
      orderCurrency: sql<string | null>`${transactions.currency}`,
    })
    .from(receivedTransfers)
    .leftJoin(transactions, eq(transactions.id, receivedTransfers.transactionId));

const toListed = (
  rows: (Omit<ListedTransfer, keyof ReceivedTransfer> & { transfer: ReceivedTransfer })[],
): ListedTransfer[] => rows.map(({ transfer, ...payment }) => ({ ...transfer, ...payment }));
