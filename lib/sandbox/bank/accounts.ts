import { createHash } from "node:crypto";
import { minorUnitDigits } from "#lib/platform/money.ts";

/** An account of the sandbox bank; `opening` in minor units of the currency asked for. */
export type SandboxAccount = {
  key: "told" | "current" | "savings" | "automation";
  iban: string;
  opening: number;
};

/** An account a person can choose. */
type DemoAccount = SandboxAccount & { key: "told" | "current" | "savings" };

// Bank code 00000000 is assigned to no German bank, so no real account can have one of these IBANs.
const COUNTRY = "DE";
const BANK_CODE = "00000000";

/**
 * The demo accounts of a login, the same each time: one with enough money and one with too little. Before them stands the
 * account `toldIban` that the payment service named, with enough money, unless it is one of these.
 */
export function demoAccounts(
  login: string,
  currency: string,
  toldIban: string | null = null,
): DemoAccount[] {
  const unit = 10 ** minorUnitDigits(currency);
  const owner = login.trim().toLowerCase();
  const enough = 10_000 * unit;
  const own: DemoAccount[] = [
    { key: "current", iban: ibanOf(`${owner}:current`), opening: enough },
    { key: "savings", iban: ibanOf(`${owner}:savings`), opening: 5 * unit },
  ];
  const isNew = toldIban !== null && own.every(({ iban }) => iban !== toldIban);
  return isNew ? [{ key: "told", iban: toldIban, opening: enough }, ...own] : own;
}

/**
 * Tells whether the payer may name `iban` as their own: the sandbox bank keeps every German account. A payment from any
 * other is refused outright, as a bank does that is not the account's.
 */
export function isKeptHere(iban: string): boolean {
  return iban.startsWith(COUNTRY);
}

/** An account of its own for a payment that no person approves; it holds just enough. */
export function automationAccount(approvalToken: string, amount: number): SandboxAccount {
  return { key: "automation", iban: ibanOf(`automation:${approvalToken}`), opening: amount };
}

function ibanOf(seed: string): string {
  const number = createHash("sha256").update(seed).digest().readBigUInt64BE() % 10n ** 10n;
  const bban = BANK_CODE + String(number).padStart(10, "0");
  return `${COUNTRY}${checkDigits(bban)}${bban}`;
}

/** ISO 7064 MOD 97-10 as ISO 13616 applies it: D = 13, E = 14. */
function checkDigits(bban: string): string {
  return String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, "0");
}
