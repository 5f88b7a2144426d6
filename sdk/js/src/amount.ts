import { BanksideError } from "./bankside-error.ts";

const MAX_WHOLE_DIGITS = 9;
const AMOUNT = new RegExp(`^(0|[1-9][0-9]{0,${MAX_WHOLE_DIGITS - 1}})(?:\\.([0-9]{1,2}))?$`);

/**
 * Reads a decimal amount of euros as cents: `"12.5"` → 1250. From 0.01 to 999999999.99, with a point and at most two
 * decimals. Throws {@link BanksideError} `invalid_amount` for everything else: an amount is never guessed or rounded.
 */
export function parseAmount(amount: string): number {
  // Callers in plain JavaScript may hand over a number, which has lost the decimals they typed.
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
