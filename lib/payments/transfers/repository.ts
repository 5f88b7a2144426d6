import { and, asc, desc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { receivedTransfers, statementImports, transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type FileKeys, fileKeys, type Mention } from "./same-money.ts";
import {
  type ListedTransfer,
  OPEN_STANDINGS,
  type ReceivedTransfer,
  type Standing,
  type StatementImport,
  type TransferOwner,
} from "./transfer.ts";

/** Where a list of transfers begins; `before` is the id the last page ended with. */
type Place = TransferOwner & { before?: string | undefined; limit: number };

/** SQL of transfers that came in and of the files they were read from. */
export function createTransferRepository(db: Database) {
  const isOf = ({ accountId, mode }: TransferOwner) =>
    and(eq(receivedTransfers.accountId, accountId), eq(receivedTransfers.mode, mode));
  const isUnresolved = and(
    isNull(receivedTransfers.resolvedAt),
    inArray(receivedTransfers.standing, [...OPEN_STANDINGS]),
  );
  // What was dealt with otherwise, such as sent back, pays nothing any more.
  const isWaiting = and(
    isNull(receivedTransfers.resolvedAt),
    eq(receivedTransfers.standing, "being_paid"),
  );

  return {
    /** The transaction that expects a transfer with `reference`, as the account has it in a mode. */
    async findExpecting(owner: TransferOwner, reference: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: transactions.id })
        .from(transactions)
        .where(
          and(
            eq(transactions.transferReference, reference),
            eq(transactions.accountId, owner.accountId),
            eq(transactions.mode, owner.mode),
          ),
        );
      return row?.id;
    },

    /** Stores a transfer; `undefined` where the same money is known already. */
    async insert(row: ReceivedTransfer): Promise<ReceivedTransfer | undefined> {
      const [stored] = await db
        .insert(receivedTransfers)
        .values(row)
        .onConflictDoNothing()
        .returning();
      return stored;
    },

    /** The transfer that a mention of its kind told of before under the same key. */
    async findByKey(owner: TransferOwner, mention: Mention): Promise<ReceivedTransfer | undefined> {
      const [reported] = Object.entries(fileKeys(mention)) as [keyof FileKeys, string][];
      const [column, key] = reported ?? (["entryKey", mention.key] as const);
      const [row] = await db
        .select()
        .from(receivedTransfers)
        .where(and(isOf(owner), eq(receivedTransfers[column], key)));
      return row;
    },

    async findByEntryKey(owner: TransferOwner, key: string): Promise<ReceivedTransfer | undefined> {
      const [row] = await db
        .select()
        .from(receivedTransfers)
        .where(and(isOf(owner), eq(receivedTransfers.entryKey, key)));
      return row;
    },

    async find(accountId: string, id: string): Promise<ReceivedTransfer | undefined> {
      const [row] = await db
        .select()
        .from(receivedTransfers)
        .where(and(eq(receivedTransfers.id, id), eq(receivedTransfers.accountId, accountId)));
      return row;
    },

    /** All transfers that name a transaction, the oldest first. */
    listOf: (transactionId: string): Promise<ReceivedTransfer[]> =>
      db
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.transactionId, transactionId))
        .orderBy(asc(receivedTransfers.id)),

    async update(id: string, values: Partial<ReceivedTransfer>): Promise<void> {
      await db.update(receivedTransfers).set(values).where(eq(receivedTransfers.id, id));
    },

    /** Takes the oldest transfer that waits for a transaction as what has paid it; false where none does. */
    async matchWaiting(transactionId: string): Promise<boolean> {
      const oldest = db
        .select({ id: receivedTransfers.id })
        .from(receivedTransfers)
        .where(and(eq(receivedTransfers.transactionId, transactionId), isWaiting))
        .orderBy(asc(receivedTransfers.id))
        .limit(1);
      const rows = await db
        .update(receivedTransfers)
        .set({ standing: "paid" })
        .where(inArray(receivedTransfers.id, oldest))
        .returning({ id: receivedTransfers.id });
      return rows.length === 1;
    },

    /** Gives all transfers that wait for a transaction another standing. */
    async closeWaiting(transactionId: string, standing: Standing): Promise<void> {
      await db
        .update(receivedTransfers)
        .set({ standing })
        .where(
          and(
            eq(receivedTransfers.transactionId, transactionId),
            eq(receivedTransfers.standing, "being_paid"),
          ),
        );
    },

    /** Notes that a transfer was dealt with; `undefined` for one that needs nothing, may still pay, or was dealt with before. */
    async resolve(
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
            ne(receivedTransfers.standing, "being_paid"),
          ),
        )
        .returning();
      return row;
    },

    /** Gives a wrong amount another standing; `undefined` for what is none, or was dealt with before. */
    async accept(
      accountId: string,
      id: string,
      standing: Standing,
    ): Promise<ReceivedTransfer | undefined> {
      const [row] = await db
        .update(receivedTransfers)
        .set({ standing })
        .where(
          and(
            eq(receivedTransfers.id, id),
            eq(receivedTransfers.accountId, accountId),
            eq(receivedTransfers.standing, "wrong_amount"),
            isNull(receivedTransfers.resolvedAt),
          ),
        )
        .returning();
      return row;
    },

    /** Transfers of an account, newest first: the unresolved ones alone, or all. */
    list: (place: Place, only: "unresolved" | "all"): Promise<ListedTransfer[]> =>
      listed(db)
        .where(
          and(
            isOf(place),
            place.before ? lt(receivedTransfers.id, place.before) : undefined,
            only === "unresolved" ? isUnresolved : undefined,
          ),
        )
        .orderBy(desc(receivedTransfers.id))
        .limit(place.limit)
        .then(toListed),

    /** The transfers first read from a file, in its order. */
    listOfImport: (importId: string, limit: number): Promise<ListedTransfer[]> =>
      listed(db)
        .where(eq(receivedTransfers.importId, importId))
        .orderBy(asc(receivedTransfers.id))
        .limit(limit)
        .then(toListed),

    /** Those that wait for a bank to let go, the oldest first. */
    listWaiting: (owner: TransferOwner, limit: number): Promise<ReceivedTransfer[]> =>
      db
        .select()
        .from(receivedTransfers)
        .where(and(isOf(owner), isWaiting))
        .orderBy(asc(receivedTransfers.id))
        .limit(limit),

    countUnresolved: (owner: TransferOwner): Promise<number> =>
      db.$count(receivedTransfers, and(isOf(owner), isUnresolved)),

    /** Stores a file that was read; `undefined` where the same one was read before. */
    async insertImport(row: StatementImport): Promise<StatementImport | undefined> {
      const [stored] = await db
        .insert(statementImports)
        .values(row)
        .onConflictDoNothing()
        .returning();
      return stored;
    },

    async findImportByDigest(owner: TransferOwner, digest: string) {
      const [row] = await db
        .select()
        .from(statementImports)
        .where(
          and(
            eq(statementImports.accountId, owner.accountId),
            eq(statementImports.mode, owner.mode),
            eq(statementImports.digest, digest),
          ),
        );
      return row;
    },

    async findImport(owner: TransferOwner, id: string): Promise<StatementImport | undefined> {
      const [row] = await db
        .select()
        .from(statementImports)
        .where(
          and(
            eq(statementImports.id, id),
            eq(statementImports.accountId, owner.accountId),
            eq(statementImports.mode, owner.mode),
          ),
        );
      return row;
    },

    /** The files that were read last, newest first. */
    listImports: (owner: TransferOwner, limit: number): Promise<StatementImport[]> =>
      db
        .select()
        .from(statementImports)
        .where(
          and(
            eq(statementImports.accountId, owner.accountId),
            eq(statementImports.mode, owner.mode),
          ),
        )
        .orderBy(desc(statementImports.id))
        .limit(limit),
  };
}

const listed = (db: Database) =>
  db
    .select({
      transfer: receivedTransfers,
      externalId: sql<ListedTransfer["externalId"]>`${transactions.externalId}`,
      paymentStatus: sql<ListedTransfer["paymentStatus"]>`${transactions.status}`,
    })
    .from(receivedTransfers)
    .leftJoin(transactions, eq(transactions.id, receivedTransfers.transactionId));

const toListed = (
  rows: (Omit<ListedTransfer, keyof ReceivedTransfer> & { transfer: ReceivedTransfer })[],
): ListedTransfer[] => rows.map(({ transfer, ...payment }) => ({ ...transfer, ...payment }));
