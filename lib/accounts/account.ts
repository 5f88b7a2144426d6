import type { accounts, payees } from "#lib/db/schema.ts";

/** A merchant, as stored. */
export type Account = typeof accounts.$inferSelect;

/** Where an account is or wants to be paid, as stored. */
export type PayeeRow = typeof payees.$inferSelect;
