import { type Column, like, type SQL } from "drizzle-orm";

/** By an index that has the column with `text_pattern_ops`. */
export function startsWith(column: Column, text: string): SQL {
  return like(column, `${text.replace(/[\\%_]/g, "\\$&")}%`);
}
