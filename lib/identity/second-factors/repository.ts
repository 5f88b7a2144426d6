import { and, count, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { recoveryCodes, users } from "#lib/identity/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** SQL of authenticator apps and recovery codes. */
export function createSecondFactorRepository(db: Database) {
  const columns = {
    email: users.email,
    sealedSecret: users.sealedTotpSecret,
    confirmedAt: users.totpConfirmedAt,
  };
  const isOn = isNotNull(users.totpConfirmedAt);

  return {
    async find(userId: string) {
      const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
      return row;
    },

    /** The same, and nobody else changes it until the database transaction ends. */
    async lockUser(userId: string) {
      const [row] = await db.select(columns).from(users).where(eq(users.id, userId)).for("update");
      return row;
    },

    /** Keeps the secret of an app that is being set up; false if one is on already. */
    async replacePending(userId: string, sealedTotpSecret: string): Promise<boolean> {
      const rows = await db
        .update(users)
        .set({ sealedTotpSecret, totpLastStep: null })
        .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
        .returning({ id: users.id });
      return rows.length === 1;
    },

    async turnOn(
      userId: string,
      { sealedTotpSecret, at, step }: { sealedTotpSecret: string; at: Date; step: number },
    ): Promise<void> {
      await db
        .update(users)
        .set({ sealedTotpSecret, totpConfirmedAt: at, totpLastStep: step })
        .where(eq(users.id, userId));
    },

    /** False if none was on. */
    async turnOff(userId: string): Promise<boolean> {
      const rows = await db
        .update(users)
        .set({ sealedTotpSecret: null, totpConfirmedAt: null, totpLastStep: null })
        .where(and(eq(users.id, userId), isOn))
        .returning({ id: users.id });
      return rows.length === 1;
    },

    /** Takes the code of a time step; false if it, or one after it, was taken already. */
    async takeStep(userId: string, step: number): Promise<boolean> {
      const rows = await db
        .update(users)
        .set({ totpLastStep: step })
        .where(
          and(
            eq(users.id, userId),
            isOn,
            or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
          ),
        )
        .returning({ id: users.id });
      return rows.length === 1;
    },

    /** Puts new recovery codes in the place of all that there are. */
    async replaceCodes(userId: string, digests: string[], createdAt: Date): Promise<void> {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      if (digests.length === 0) return;
      await db
        .insert(recoveryCodes)
        .values(digests.map((digest) => ({ digest, userId, createdAt, usedAt: null })));
    },

    /** Takes a recovery code; false if the user has no such code that was not taken. */
    async takeCode(userId: string, digest: string, usedAt: Date): Promise<boolean> {
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
    },

    async countCodesLeft(userId: string): Promise<number> {
      const [row] = await db
        .select({ left: count() })
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
      return row?.left ?? 0;
    },
  };
}
