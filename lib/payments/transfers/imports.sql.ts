import { and, desc, eq } from "drizzle-orm";
import type { FileResult } from "#lib/payments/model/kinds.ts";
import { statementImports } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { StatementImport, TransferOwner } from "./transfer.ts";

const isOf = ({ accountId, mode }: TransferOwner) =>
  and(eq(statementImports.accountId, accountId), eq(statementImports.mode, mode));

export async function insert(
  db: Database,
  row: StatementImport,
): Promise<StatementImport | undefined> {
  const [stored] = await db.insert(statementImports).values(row).onConflictDoNothing().returning();
  return stored;
}

export async function saveFiles(db: Database, id: string, files: FileResult[]): Promise<void> {
  await db.update(statementImports).set({ files }).where(eq(statementImports.id, id));
}

export async function findByDigest(db: Database, owner: TransferOwner, digest: string) {
  const [row] = await db
    .select()
    .from(statementImports)
    .where(and(isOf(owner), eq(statementImports.digest, digest)));
  return row;
}

export async function find(
  db: Database,
  owner: TransferOwner,
  id: string,
): Promise<StatementImport | undefined> {
  const [row] = await db
    .select()
    .from(statementImports)
    .where(and(isOf(owner), eq(statementImports.id, id)));
  return row;
}

export function list(
  db: Database,
  owner: TransferOwner,
  limit: number,
): Promise<StatementImport[]> {
  return db
    .select()
    .from(statementImports)
    .where(isOf(owner))
    .orderBy(desc(statementImports.id))
    .limit(limit);
}
