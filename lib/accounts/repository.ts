import { and, eq } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { accounts, payees } from "#lib/db/schema.ts";

export type Account = typeof accounts.$inferSelect;
export type PayeeRow = typeof payees.$inferSelect;

/** SQL of accounts and of the IBANs they are paid on. */
export function createAccountRepository(db: Database) {
  return {
    async insert(account: Account): Promise<void> {
      await db.insert(accounts).values(account);
    },
    async insertPayee(payee: PayeeRow): Promise<void> {
      await db.insert(payees).values(payee);
    },
    async find(id: string): Promise<Account | undefined> {
      const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
      return row;
    },
    /** Sets the flag; false if there is no such account. */
    async setEmailWhitelisted(id: string, emailWhitelisted: boolean): Promise<boolean> {
      const rows = await db
        .update(accounts)
        .set({ emailWhitelisted })
        .where(eq(accounts.id, id))
        .returning({ id: accounts.id });
      return rows.length === 1;
    },
    listPayees(accountId: string): Promise<PayeeRow[]> {
      return db.select().from(payees).where(eq(payees.accountId, accountId));
    },
    async findPayee(accountId: string, iban: string): Promise<PayeeRow | undefined> {
      const [row] = await db
        .select()
        .from(payees)
        .where(and(eq(payees.accountId, accountId), eq(payees.iban, iban)));
      return row;
    },
  };
}
