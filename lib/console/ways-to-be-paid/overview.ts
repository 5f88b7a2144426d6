import type { Road } from "#lib/payments/transactions/ways-to-pay.ts";

/** Live mode can use only `ready`. */
export type RoadState = "off" | "test" | "ready" | "failing";

/** `lastMoneyAt`: of the latest live payments. */
export type RoadOverview = { road: Road; state: RoadState; lastMoneyAt: Date | null };

/** `iban`: the account has no confirmed IBAN. `road`: no bank, and no transfers accepted. */
export type UnpayableAccount = { id: string; name: string; lacks: "iban" | "road" };
