import { bigint, timestamp } from "drizzle-orm/pg-core";

/** A moment, to the millisecond: PGlite keeps no more, and the same on both engines keeps comparisons equal. */
export const at = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** An amount in minor units of its currency. */
export const minorUnits = (name: string) => bigint(name, { mode: "number" });
