import type { PayerAccount } from "#lib/payments/refunds/account.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

const MAX_NAME_LENGTH = 70;

/** Nothing without a valid IBAN. */
export function payerOf(
  iban: string | undefined,
  name: string | undefined,
): { payer?: PayerAccount } {
  const parsed = parseIban(iban ?? "");
  if (parsed === undefined) return {};
  const holder = (name ?? "").trim().slice(0, MAX_NAME_LENGTH).trim();
  return { payer: { iban: parsed, name: isPrintable(holder, MAX_NAME_LENGTH) ? holder : null } };
}
