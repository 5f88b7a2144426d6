import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";

export async function readValue<T>(db: Database, expression: SQL<T>): Promise<T> {
  const [row] = await db.select({ value: expression }).from(sql`(select) as one`);
  if (!row) throw new Error("the database returned no value");
  return row.value as T;
}
