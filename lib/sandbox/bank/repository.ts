import { and, desc, eq, gt, inArray, lt, ne, sql, sum } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts, inParts } from "#lib/platform/db/in-parts.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";
import {
  sandboxBankGrants,
  sandboxBankLedger,
  sandboxBankPayments,
} from "#lib/sandbox/model/schema.ts";
import { MOST_ORDERS } from "./outgoing-orders.ts";
import type { SandboxBooking, SandboxPayment, SandboxStatus } from "./payment.ts";

const payments = sandboxBankPayments;

const ledger = sandboxBankLedger;

const grants = sandboxBankGrants;

type Grant = typeof grants.$inferSelect;

export async function insert(
  db: Database,
  payment: SandboxPayment,
): Promise<SandboxPayment | undefined> {
  const [row] = await db
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: payments.requestId })
    .returning();
  return row;
}

export async function findByRequestId(
  db: Database,
  requestId: string,
): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.requestId, requestId));
  return row;
}

export async function find(db: Database, id: string): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function findByApprovalToken(
  db: Database,
  token: string,
): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.approvalToken, token));
  return row;
}

/** Of a merchant's file, in its order. */
export async function listOrders(db: Database, token: string): Promise<SandboxPayment[]> {
  const tokens = Array.from({ length: MOST_ORDERS }, (_, at) => `${token}.${at}`);
  const rows = await db.select().from(payments).where(inArray(payments.approvalToken, tokens));
  const place = new Map(tokens.map((each, at) => [each, at]));
  const placeOf = ({ approvalToken }: SandboxPayment) => place.get(approvalToken) ?? 0;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

export async function advance(
  db: Database,
  id: string,
  from: SandboxStatus,
  values: Pick<SandboxPayment, "updatedAt"> & {
    status: SandboxStatus;
  } & Partial<SandboxPayment>,
): Promise<SandboxPayment | undefined> {
  const [row] = await db
    .update(payments)
    .set(values)
    .where(and(eq(payments.id, id), eq(payments.status, from)))
    .returning();
  return row;
}

/** `undefined` before a decision. The purge keeps an accepted payment while its payment service waits. */
export async function countAsk(
  db: Database,
  id: string,
  now: Date,
): Promise<SandboxPayment | undefined> {
  const isAccepted = eq(payments.status, "ACSP" satisfies SandboxStatus);
  const updatedAt = sql`case when ${isAccepted} then ${now} else ${payments.updatedAt} end`;
  const [row] = await db
    .update(payments)
    .set({ asked: sql`${payments.asked} + 1`, updatedAt })
    .where(and(eq(payments.id, id), ne(payments.status, "RCVD" satisfies SandboxStatus)))
    .returning();
  return row;
}

export async function settleSoon(db: Database, id: string, settlesAt: Date): Promise<void> {
  const isLater = gt(payments.settlesAt, settlesAt);
  await db
    .update(payments)
    .set({ settlesAt })
    .where(and(eq(payments.id, id), eq(payments.status, "ACSP" satisfies SandboxStatus), isLater));
}

export async function book(db: Database, booking: SandboxBooking): Promise<void> {
  await db.insert(ledger).values(booking);
}

export async function lockAccount(db: Database, iban: string): Promise<void> {
  await lockName(db, iban);
}

/** Debited or promised by accepted payments, in minor units. */
export async function spent(db: Database, iban: string, currency: string): Promise<number> {
  const booked = db
    .select({ total: sum(ledger.amount) })
    .from(ledger)
    .where(and(eq(ledger.debtorIban, iban), eq(ledger.currency, currency)));
  const promised = db
    .select({ total: sum(payments.amount) })
    .from(payments)
    .where(
      and(
        eq(payments.debtorIban, iban),
        eq(payments.currency, currency),
        eq(payments.status, "ACSP"),
      ),
    );
  const [row] = await db
    .select({
      total: sql`coalesce((${booked}), 0) + coalesce((${promised}), 0)`.mapWith(Number),
    })
    .from(sql`(select 1) as one`);
  return row?.total ?? 0;
}

export async function cancelUndecided(db: Database, before: Date, now: Date): Promise<void> {
  const undecided = eq(payments.status, "RCVD" satisfies SandboxStatus);
  await db
    .update(payments)
    .set({ status: "CANC" satisfies SandboxStatus, updatedAt: now })
    .where(and(undecided, lt(payments.updatedAt, before)));
}

export function deleteDecided(db: Database, before: Date): Promise<number> {
  const over = and(
    ne(payments.status, "RCVD" satisfies SandboxStatus),
    lt(payments.updatedAt, before),
  );
  return inParts((limit) =>
    db.transaction(async (tx) => {
      const some = await tx.select({ id: payments.id }).from(payments).where(over).limit(limit);
      const ids = some.map(({ id }) => id);
      await tx.delete(ledger).where(inArray(ledger.paymentId, ids));
      await tx.delete(payments).where(inArray(payments.id, ids));
      return ids.length;
    }),
  );
}

export function listPayments(db: Database, ids: readonly string[]): Promise<SandboxPayment[]> {
  return db
    .select()
    .from(payments)
    .where(inArray(payments.id, ids))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

export function listBookings(
  db: Database,
  paymentIds: readonly string[],
): Promise<SandboxBooking[]> {
  return db
    .select()
    .from(ledger)
    .where(inArray(ledger.paymentId, paymentIds))
    .orderBy(desc(ledger.bookedAt), desc(ledger.id));
}

/** Returns whether the code was not redeemed before. */
export async function insertGrant(db: Database, grant: Grant): Promise<boolean> {
  const rows = await db.insert(grants).values(grant).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function revokeGrant(db: Database, codeDigest: string): Promise<void> {
  await db.update(grants).set({ tokenDigest: null }).where(eq(grants.codeDigest, codeDigest));
}

/** The first order counts. */
export async function bindGrant(
  db: Database,
  tokenDigest: string,
  requestId: string,
): Promise<Grant | undefined> {
  const [row] = await db
    .update(grants)
    .set({ requestId: sql`coalesce(${grants.requestId}, ${requestId})` })
    .where(eq(grants.tokenDigest, tokenDigest))
    .returning();
  return row;
}

export function deleteGrants(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, grants, lt(grants.expiresAt, before));
}
