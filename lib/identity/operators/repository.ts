import { and, asc, eq, exists, isNotNull, or } from "drizzle-orm";
import { operators, passkeys, users } from "#lib/identity/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

export async function insert(db: Database, row: typeof operators.$inferSelect): Promise<boolean> {
  const rows = await db
    .insert(operators)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: operators.userId });
  return rows.length === 1;
}

export async function remove(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .delete(operators)
    .where(eq(operators.userId, userId))
    .returning({ userId: operators.userId });
  return rows.length === 1;
}

export async function has(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: operators.userId })
    .from(operators)
    .where(eq(operators.userId, userId));
  return rows.length === 1;
}

export async function findUserId(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id;
}

/** Against other changes of the user's second factors. */
export async function lockUser(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}

export async function hasFactor(db: Database, userId: string): Promise<boolean> {
  const passkey = db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  const isProven = or(isNotNull(users.totpConfirmedAt), exists(passkey));
  return (await db.$count(users, and(eq(users.id, userId), isProven))) > 0;
}

export function list(db: Database) {
  return db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      since: operators.createdAt,
    })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(operators.createdAt), asc(users.id));
}
