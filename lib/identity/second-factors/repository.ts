import { and, count, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { recoveryCodes, users } from "#lib/identity/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

const columns = {
  email: users.email,
  sealedSecret: users.sealedTotpSecret,
  confirmedAt: users.totpConfirmedAt,
};

const isOn = isNotNull(users.totpConfirmedAt);

export async function find(db: Database, userId: string) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
  return row;
}

export async function lockUser(db: Database, userId: string) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId)).for("update");
  return row;
}

export async function replacePending(
  db: Database,
  userId: string,
  sealedTotpSecret: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ sealedTotpSecret, totpLastStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id });
  return rows.length === 1;
}

export async function turnOn(
  db: Database,
  userId: string,
  { sealedTotpSecret, at, step }: { sealedTotpSecret: string; at: Date; step: number },
): Promise<void> {
  await db
    .update(users)
    .set({ sealedTotpSecret, totpConfirmedAt: at, totpLastStep: step })
    .where(eq(users.id, userId));
}

export async function turnOff(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ sealedTotpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(and(eq(users.id, userId), isOn))
    .returning({ id: users.id });
  return rows.length === 1;
}

/** Returns false if this time step or a later one was already used. */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(
      and(eq(users.id, userId), isOn, or(isNull(users.totpLastStep), lt(users.totpLastStep, step))),
    )
    .returning({ id: users.id });
  return rows.length === 1;
}

export async function replaceCodes(
  db: Database,
  userId: string,
  digests: string[],
  createdAt: Date,
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (digests.length === 0) return;
  await db
    .insert(recoveryCodes)
    .values(digests.map((digest) => ({ digest, userId, createdAt, usedAt: null })));
}

export async function takeCode(
  db: Database,
  userId: string,
  digest: string,
  usedAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(
      and(
        eq(recoveryCodes.digest, digest),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ digest: recoveryCodes.digest });
  return rows.length === 1;
}

export async function countCodesLeft(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
