import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Others that lock the name wait until the transaction ends. */
export async function lockName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Waits only for `lockName`, which waits for it. */
export async function shareName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`);
}
