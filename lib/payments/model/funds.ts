import type { TransactionStatus } from "./status.ts";

/**
 * Where the money is. `expected`: a bank reported that it executed the payment. `received`: seen on the payee's account, or
 * reported by who holds it. The status says that the payer's side is done, and never changes with the money.
 */
export const FUNDS = ["unknown", "expected", "received", "returned"] as const;
export type Funds = (typeof FUNDS)[number];

/** Only these are stored. */
export const SEEN_FUNDS = ["received", "returned"] as const satisfies Funds[];
export type SeenFunds = (typeof SEEN_FUNDS)[number];

/** A database trigger enforces the same table. */
const TRANSITIONS = {
  unknown: ["expected", "received"],
  expected: ["received"],
  received: ["returned"],
  returned: [],
} as const satisfies Record<Funds, readonly Funds[]>;

export function canMoveFunds(from: Funds, to: Funds): boolean {
  return (TRANSITIONS[from] as readonly Funds[]).includes(to);
}

/** Both `null` until money is seen. */
export type StoredFunds = { seenFunds: SeenFunds | null; seenFundsAt: Date | null };

type Payment = StoredFunds & { status: TransactionStatus; finishedAt: Date | null };

/** `fundsAt`: of the last move. A success without seen money rests on the bank's word. */
export function fundsOf({ status, finishedAt, seenFunds, seenFundsAt }: Payment): {
  funds: Funds;
  fundsAt: Date | null;
} {
  if (seenFunds !== null) return { funds: seenFunds, fundsAt: seenFundsAt };
  if (status === "succeeded") return { funds: "expected", fundsAt: finishedAt };
  return { funds: "unknown", fundsAt: null };
}
