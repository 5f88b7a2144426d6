import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { accounts, payees } from "#lib/merchants/model/schema.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { Account, PayeeRow } from "./account.ts";

export async function insert(db: Database, account: Account): Promise<void> {
  await db.insert(accounts).values(account);
}

export async function insertPayee(db: Database, payee: PayeeRow): Promise<void> {
  await db.insert(payees).values(payee);
}

const byId = prepare("account-by-id", (db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id"))),
);

export async function find(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await run(db, byId({ id }));
  return row;
}

/** `share` locks don't exclude each other. */
export async function lock(
  db: Database,
  id: string,
  strength: "no key update" | "share",
): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id)).for(strength);
  return row;
}

export async function update(
  db: Database,
  id: string,
  values: Partial<Omit<Account, "id" | "createdAt">>,
): Promise<void> {
  await db.update(accounts).set(values).where(eq(accounts.id, id));
}

export function list(db: Database): Promise<Account[]> {
  return db.select().from(accounts).orderBy(asc(accounts.id));
}

export function listAllPayees(db: Database): Promise<PayeeRow[]> {
  return db.select().from(payees).orderBy(asc(payees.id));
}

export function listPayees(db: Database, accountId: string): Promise<PayeeRow[]> {
  return db.select().from(payees).where(eq(payees.accountId, accountId));
}

export async function findPayee(
  db: Database,
  accountId: string,
  iban: string,
): Promise<PayeeRow | undefined> {
  const [row] = await db
    .select()
    .from(payees)
    .where(and(eq(payees.accountId, accountId), eq(payees.iban, iban)));
  return row;
}

export async function deletePayees(db: Database, ids: string[]): Promise<void> {
  await db.delete(payees).where(inArray(payees.id, ids));
}

export async function updatePayee(
  db: Database,
  id: string,
  values: Pick<PayeeRow, "name" | "confirmedAt" | "isPrimary">,
): Promise<void> {
  await db.update(payees).set(values).where(eq(payees.id, id));
}

export async function clearPrimary(db: Database, accountId: string): Promise<void> {
  await db
    .update(payees)
    .set({ isPrimary: false })
    .where(and(eq(payees.accountId, accountId), eq(payees.isPrimary, true)));
}

const heldTerms = prepare("held-account-terms", (db) => {
  const { id, closedAt, defaultSuccessUrl, defaultFailureUrl } = accounts;
  const { takesTransfers, announcesCreations } = accounts;
  const urls = { defaultSuccessUrl, defaultFailureUrl };
  const account = db
    .select({ id, closedAt, ...urls, takesTransfers, announcesCreations })
    .from(accounts)
    .where(eq(id, sql.placeholder("accountId")))
    .for("share")
    .as("account");
  const iban = sql`${sql.placeholder("iban")}::text`;
  const isWanted = sql`case when ${iban} is null then ${payees.isPrimary} else ${payees.iban} = ${iban} end`;
  return db
    .select({
      closedAt: account.closedAt,
      defaultSuccessUrl: account.defaultSuccessUrl,
      defaultFailureUrl: account.defaultFailureUrl,
      takesTransfers: account.takesTransfers,
      announcesCreations: account.announcesCreations,
      payeeIban: payees.iban,
      payeeName: payees.name,
      payeeConfirmedAt: payees.confirmedAt,
    })
    .from(account)
    .leftJoin(payees, and(eq(payees.accountId, account.id), isWanted));
});

export type HeldTerms = {
  closedAt: Date | null;
  defaultSuccessUrl: string | null;
  defaultFailureUrl: string | null;
  takesTransfers: boolean;
  announcesCreations: boolean;
  payeeIban: string | null;
  payeeName: string | null;
  payeeConfirmedAt: Date | null;
};

export async function holdTerms(
  tx: Batched,
  accountId: string,
  iban: string | undefined,
): Promise<HeldTerms | undefined> {
  const [row] = await run(tx, heldTerms({ accountId, iban }));
  return row;
}
