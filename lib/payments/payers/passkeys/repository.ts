import { and, eq } from "drizzle-orm";
import { payerPasskeys } from "#lib/payments/model/payers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type PasskeyRow = typeof payerPasskeys.$inferSelect;

export async function insert(db: Database, row: PasskeyRow): Promise<boolean> {
  const rows = await db
    .insert(payerPasskeys)
    .values(row)
    .onConflictDoNothing({ target: payerPasskeys.credentialId })
    .returning({ id: payerPasskeys.credentialId });
  return rows.length === 1;
}

export async function find(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select()
    .from(payerPasskeys)
    .where(eq(payerPasskeys.credentialId, credentialId));
  return row;
}

export async function noteUse(
  db: Database,
  { credentialId, counter }: PasskeyRow,
  newCounter: number,
): Promise<boolean> {
  const rows = await db
    .update(payerPasskeys)
    .set({ counter: newCounter })
    .where(and(eq(payerPasskeys.credentialId, credentialId), eq(payerPasskeys.counter, counter)))
    .returning({ id: payerPasskeys.credentialId });
  return rows.length === 1;
}
