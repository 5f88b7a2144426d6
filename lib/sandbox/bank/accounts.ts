import { createHash } from "node:crypto";
import { minorUnitDigits } from "#lib/platform/values/money.ts";

export const DEMO_ACCOUNTS = ["given", "current", "savings"] as const;
export type DemoAccountKey = (typeof DEMO_ACCOUNTS)[number];

/** `opening`: balance in minor units of the requested currency. */
export type SandboxAccount = {
  key: DemoAccountKey | "automation";
  iban: string;
  opening: number;
};

type DemoAccount = SandboxAccount & { key: DemoAccountKey };

// No bank has the code 00000000.
const COUNTRY = "DE";
const BANK_CODE = "00000000";

/** The account that the payment service named comes first. */
export function demoAccounts(
  login: string,
  currency: string,
  givenIban: string | null = null,
): DemoAccount[] {
  const unit = 10 ** minorUnitDigits(currency);
  const owner = login.trim().toLowerCase();
  const enough = 10_000 * unit;
  const own: DemoAccount[] = [
    { key: "current", iban: ibanOf(`${owner}:current`), opening: enough },
    { key: "savings", iban: ibanOf(`${owner}:savings`), opening: 5 * unit },
  ];
  const isNew = givenIban !== null && own.every(({ iban }) => iban !== givenIban);
  return isNew ? [{ key: "given", iban: givenIban, opening: enough }, ...own] : own;
}

/** Like a real bank, it refuses payments from other accounts outright. */
export function isKeptHere(iban: string): boolean {
  return iban.startsWith(COUNTRY);
}

/** For a payment without a person's approval; holds just enough. */
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
