import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { readValue } from "./value.ts";

const CREATE =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s/i;
const REPEATABLE = [
  CREATE,
  /^drop\s+index\s+concurrently\s+if\s+exists\s/i,
  /^alter\s+table\s+"?\w+"?\s+validate\s+constraint\s/i,
  // Its author says so.
  /^do\s+\$repeatable\$\s/i,
];

export function isRepeatable(statement: string): boolean {
  return REPEATABLE.some((each) => each.test(bare(statement)));
}

/** An interrupted index is built again, a finished one kept. */
export async function buildConcurrently(db: Database, statement: string): Promise<void> {
  if (!isRepeatable(statement)) {
    throw new Error(`This can't be repeated, so not be executed concurrently: ${bare(statement)}`);
  }
  const [, index] = CREATE.exec(bare(statement)) ?? [];
  if (index !== undefined) {
    const isValid = await readValue(
      db,
      sql<
        boolean | null
      >`(select indisvalid from pg_index where indexrelid = to_regclass(${`"${index}"`}))`,
    );
    if (isValid) return;
    if (isValid === false) {
      await db.execute(sql.raw(`drop index concurrently if exists "${index}"`));
    }
  }
  await db.execute(sql.raw(statement));
}

function bare(statement: string): string {
  return statement.replaceAll(/^--.*$/gm, "").trim();
}
