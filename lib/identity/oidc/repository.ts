import { and, eq } from "drizzle-orm";
import { providerIdentities, users } from "#lib/identity/model/schema.ts";
import type { UserRow } from "#lib/identity/model/user.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type IdentityRow = typeof providerIdentities.$inferSelect;
export type Identity = Pick<IdentityRow, "issuer" | "subject">;

export async function findUser(
  db: Database,
  { issuer, subject }: Identity,
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(providerIdentities)
    .innerJoin(users, eq(users.id, providerIdentities.userId))
    .where(and(eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject)));
  return row?.user;
}

export async function isConnected(db: Database, userId: string, issuer: string): Promise<boolean> {
  const rows = await db
    .select({ subject: providerIdentities.subject })
    .from(providerIdentities)
    .where(and(eq(providerIdentities.userId, userId), eq(providerIdentities.issuer, issuer)));
  return rows.length > 0;
}

export async function insert(db: Database, row: IdentityRow): Promise<boolean> {
  const rows = await db
    .insert(providerIdentities)
    .values(row)
    .onConflictDoNothing()
    .returning({ subject: providerIdentities.subject });
  return rows.length === 1;
}

export async function removeAll(db: Database, userId: string): Promise<number> {
  const rows = await db
    .delete(providerIdentities)
    .where(eq(providerIdentities.userId, userId))
    .returning({ subject: providerIdentities.subject });
  return rows.length;
}
