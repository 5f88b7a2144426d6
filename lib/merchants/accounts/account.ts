import type { accounts, payees } from "#lib/merchants/schema.ts";

/** A merchant, as stored. */
export type Account = typeof accounts.$inferSelect;

/** For how long the outcome stands before the shop's page opens, where the account says nothing. */
export const DEFAULT_RETURN_DELAY_SECONDS = 2;

/** Where an account is or wants to be paid, as stored. */
export type PayeeRow = typeof payees.$inferSelect;
