import { BanksideError } from "./bankside-error.ts";

const MAX_WHOLE_DIGITS = 9;
const AMOUNT = new RegExp(`^(0|[1-9][0-9]{0,${MAX_WHOLE_DIGITS - 1}})(?:\\.([0-9]{1,2}))?$`);

/**
 * Converts a decimal amount in euros to cents: `"12.5"` → 1250. Accepts 0.01 to 999999999.99, with a point and at most two
 * decimals. Never guesses or rounds.
 * @throws {@link BanksideError} `invalid_amount` for any other input.
 */
export function parseAmount(amount: string): number {
  // A number has lost the decimals as typed.
  const match = typeof amount === "string" ? AMOUNT.exec(amount) : null;
  const cents = match ? Number(`${match[1]}${(match[2] ?? "").padEnd(2, "0")}`) : 0;
  if (cents === 0) {
    throw new BanksideError(
      "invalid_amount",
      'The amount must be a decimal string from "0.01" to "999999999.99"',
    );
  }
  return cents;
}
