import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { authorisations, transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { type Authorisation, OPEN_STATUSES, REFUSED_STATUS } from "./authorisation.ts";

/** What may be asked at once: `room` in all, `perBank` more of a bank, and none of `fullBanks`. */
type Places = { room: number; perBank: number; fullBanks: string[] };

/** SQL of the authorisations. */
export function createAuthorisationRepository(db: Database) {
  const isOpen = inArray(authorisations.status, [...OPEN_STATUSES]);
  // The bank never had a payment, so that the payer never saw this try. No status is unlike any, hence not `=`.
  const isRefusedWithIban = sql<boolean>`(${authorisations.tellsPayerIban}
    and ${authorisations.status} = 'failed' and ${authorisations.bankPaymentId} is null
    and ${authorisations.bankStatus} is not distinct from ${REFUSED_STATUS})`;

  return {
    async insert(row: Authorisation): Promise<void> {
      await db.insert(authorisations).values(row);
      await notify(db, "bankside_transaction", row.transactionId);
    },

    async find(id: string): Promise<Authorisation | undefined> {
      const [row] = await db.select().from(authorisations).where(eq(authorisations.id, id));
      return row;
    },

    async findByState(state: string): Promise<Authorisation | undefined> {
      const [row] = await db.select().from(authorisations).where(eq(authorisations.state, state));
      return row;
    },

    /**
     * Marks the return of a try as used; `undefined` if it was used before, is not known, or its transaction finished at
     * `finishedAfter` or earlier.
     */
    async claimState(
      state: string,
      now: Date,
      finishedAfter: Date,
    ): Promise<Pick<Authorisation, "transactionId" | "payerSessionId"> | undefined> {
      const { transactionId, payerSessionId } = authorisations;
      const recent = db
        .select({ id: transactions.id })
        .from(transactions)
        .where(or(isNull(transactions.finishedAt), gt(transactions.finishedAt, finishedAfter)));
      const [row] = await db
        .update(authorisations)
        .set({ stateUsedAt: now })
        .where(
          and(
            eq(authorisations.state, state),
            isNull(authorisations.stateUsedAt),
            inArray(transactionId, recent),
          ),
        )
        .returning({ transactionId, payerSessionId });
      return row;
    },

    async findOpen(transactionId: string): Promise<Authorisation | undefined> {
      const [row] = await db
        .select()
        .from(authorisations)
        .where(and(eq(authorisations.transactionId, transactionId), isOpen));
      return row;
    },

    async findLatest(transactionId: string): Promise<Authorisation | undefined> {
      const [row] = await db
        .select()
        .from(authorisations)
        .where(eq(authorisations.transactionId, transactionId))
        .orderBy(desc(authorisations.id))
        .limit(1);
      return row;
    },

    async findSucceeded(transactionId: string): Promise<Authorisation | undefined> {
      const [row] = await db
        .select()
        .from(authorisations)
        .where(
          and(
            eq(authorisations.transactionId, transactionId),
            eq(authorisations.status, "succeeded"),
          ),
        )
        .limit(1);
      return row;
    },

    /** Tries of the payer's: one that a bank refused for the account it told is none, since another took its place. */
    async count(transactionId: string): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(authorisations)
        .where(and(eq(authorisations.transactionId, transactionId), not(isRefusedWithIban)));
      return row?.count ?? 0;
    },

    /** Tells whether `bankId` refused a try of this transaction that told the payer's account. */
    async hasRefusedPayerIban(transactionId: string, bankId: string): Promise<boolean> {
      const { transactionId: ofTransaction, bankId: atBank } = authorisations;
      const isSame = and(eq(ofTransaction, transactionId), eq(atBank, bankId));
      return (await db.$count(authorisations, and(isSame, isRefusedWithIban))) > 0;
    },

    /** Changes an authorisation that still is in status `from`; `undefined` if it is not. Wakes whoever watches. */
    async advance(
      id: string,
      from: Authorisation["status"],
      values: Partial<Authorisation>,
    ): Promise<Authorisation | undefined> {
      const [row] = await db
        .update(authorisations)
        .set(values)
        .where(and(eq(authorisations.id, id), eq(authorisations.status, from)))
        .returning();
      if (row && values.status) await notify(db, "bankside_transaction", row.transactionId);
      return row;
    },

    /**
     * Changes an authorisation whose grant still is the one read; `undefined` if it is not. One that has ended begins no
     * grant, but keeps the one it has up to date.
     */
    async replaceGrant(
      { id, sealedGrant }: Pick<Authorisation, "id" | "sealedGrant">,
      values: Partial<Authorisation>,
    ): Promise<Authorisation | undefined> {
      const isSame =
        sealedGrant === null
          ? and(isNull(authorisations.sealedGrant), isOpen)
          : eq(authorisations.sealedGrant, sealedGrant);
      const [row] = await db
        .update(authorisations)
        .set(values)
        .where(and(eq(authorisations.id, id), isSame))
        .returning();
      return row;
    },

    /**
     * Takes authorisations whose bank is to be asked, up to `room` and in turn at most `perBank` of a bank: counts the asking,
     * and sets their next time to `until`, so that no other worker takes them.
     */
    async claimDue(now: Date, until: Date, { room, perBank, fullBanks }: Places) {
      const { id, bankId, nextPollAt } = authorisations;
      const isDue = lte(nextPollAt, now);
      const turn = sql<number>`row_number() over (partition by ${bankId} order by ${nextPollAt})`;
      const inTurn = db
        .select({ id: sql<string>`${id}`.as("due_id"), turn: turn.as("turn") })
        .from(authorisations)
        .where(and(isDue, notInArray(bankId, fullBanks)))
        .as("in_turn");
      // Asked again of the row that is locked: another worker may have taken it meanwhile.
      const due = db
        .select({ id })
        .from(authorisations)
        .innerJoin(inTurn, and(eq(id, inTurn.id), lte(inTurn.turn, perBank)))
        .where(isDue)
        .orderBy(asc(inTurn.turn), asc(nextPollAt))
        .limit(room)
        .for("update", { of: authorisations, skipLocked: true });
      return db
        .update(authorisations)
        .set({ nextPollAt: until, pollCount: sql`${authorisations.pollCount} + 1` })
        .where(inArray(id, due))
        .returning();
    },

    /**
     * Sets when the bank is asked next, unless what the bank said has set it since the claim. Where it is asked no more, what
     * the payer granted is forgotten.
     */
    async schedule(id: string, claimedUntil: Date, nextPollAt: Date | null): Promise<void> {
      await db
        .update(authorisations)
        .set({ nextPollAt, ...(nextPollAt === null && { sealedGrant: null }) })
        .where(and(eq(authorisations.id, id), eq(authorisations.nextPollAt, claimedUntil)));
    },

    /** Has the bank of an open try asked at `nextPollAt` at the latest, as if for the first time. */
    async hasten(id: string, nextPollAt: Date): Promise<void> {
      await db
        .update(authorisations)
        .set({ nextPollAt, pollCount: 0 })
        .where(and(eq(authorisations.id, id), gt(authorisations.nextPollAt, nextPollAt), isOpen));
    },

    /** When a bank is to be asked next that is none of `fullBanks`. */
    async nextDueAt(fullBanks: string[]): Promise<Date | undefined> {
      const [row] = await db
        .select({ nextPollAt: authorisations.nextPollAt })
        .from(authorisations)
        .where(
          and(isNotNull(authorisations.nextPollAt), notInArray(authorisations.bankId, fullBanks)),
        )
        .orderBy(asc(authorisations.nextPollAt))
        .limit(1);
      return row?.nextPollAt ?? undefined;
    },

    /** The banks that are still to be asked, each with the number of tries this is about. */
    listAskedBanks() {
      const { bankId } = authorisations;
      const { mode } = transactions;
      return db
        .select({ bankId, mode, tries: count() })
        .from(authorisations)
        .innerJoin(transactions, eq(transactions.id, authorisations.transactionId))
        .where(isNotNull(authorisations.nextPollAt))
        .groupBy(bankId, mode)
        .orderBy(bankId, mode);
    },
  };
}
