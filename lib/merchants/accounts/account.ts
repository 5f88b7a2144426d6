import type { accounts, payees } from "#lib/merchants/model/schema.ts";

export type Account = typeof accounts.$inferSelect;

export const DEFAULT_RETURN_DELAY_SECONDS = 2;

export type PayeeRow = typeof payees.$inferSelect;
