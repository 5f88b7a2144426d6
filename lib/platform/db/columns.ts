import { bigint, timestamp } from "drizzle-orm/pg-core";

/** PGlite stores milliseconds only. Both engines use them so that comparisons match. */
export const at = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const minorUnits = (name: string) => bigint(name, { mode: "number" });
