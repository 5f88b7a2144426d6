import type { PayerAccount } from "#lib/payments/refunds/account.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

const MAX_NAME_LENGTH = 70;

/** Who sent the money, as far as the bank says. */
export type Payer = Partial<PayerAccount>;

export function payerOf(iban: string | undefined, name: string | undefined): Payer {
  const parsed = parseIban(iban ?? "");
  // Banks break lines within names.
  const holder = (name ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_NAME_LENGTH).trim();
  return {
    ...(parsed !== undefined && { iban: parsed }),
    ...(isPrintable(holder, MAX_NAME_LENGTH) && { name: holder }),
  };
}
