import { and, asc, eq, inArray } from "drizzle-orm";
import { accounts, payees } from "#lib/merchants/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Account, PayeeRow } from "./account.ts";

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
    /** Locks the account until the transaction ends. `share` locks don't exclude each other. */
    async lock(id: string, strength: "no key update" | "share"): Promise<Account | undefined> {
      const [row] = await db.select().from(accounts).where(eq(accounts.id, id)).for(strength);
      return row;
    },
    async update(id: string, values: Partial<Omit<Account, "id" | "createdAt">>): Promise<void> {
      await db.update(accounts).set(values).where(eq(accounts.id, id));
    },
    list(): Promise<Account[]> {
      return db.select().from(accounts).orderBy(asc(accounts.id));
    },
    listAllPayees(): Promise<PayeeRow[]> {
      return db.select().from(payees).orderBy(asc(payees.id));
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
    async deletePayees(ids: string[]): Promise<void> {
      await db.delete(payees).where(inArray(payees.id, ids));
    },
    async updatePayee(
      id: string,
      values: Pick<PayeeRow, "name" | "confirmedAt" | "isPrimary">,
    ): Promise<void> {
      await db.update(payees).set(values).where(eq(payees.id, id));
    },
    async clearPrimary(accountId: string): Promise<void> {
      await db
        .update(payees)
        .set({ isPrimary: false })
        .where(and(eq(payees.accountId, accountId), eq(payees.isPrimary, true)));
    },
  };
}
