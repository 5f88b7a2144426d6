import { asc, eq } from "drizzle-orm";
import { bankPauses } from "#lib/banks/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type BankPause = typeof bankPauses.$inferSelect;

export function list(db: Database): Promise<BankPause[]> {
  return db.select().from(bankPauses).orderBy(asc(bankPauses.bankId));
}

export async function insert(db: Database, pause: BankPause): Promise<boolean> {
  const rows = await db
    .insert(bankPauses)
    .values(pause)
    .onConflictDoNothing()
    .returning({ bankId: bankPauses.bankId });
  return rows.length === 1;
}

export async function remove(db: Database, bankId: string): Promise<boolean> {
  const rows = await db
    .delete(bankPauses)
    .where(eq(bankPauses.bankId, bankId))
    .returning({ bankId: bankPauses.bankId });
  return rows.length === 1;
}
