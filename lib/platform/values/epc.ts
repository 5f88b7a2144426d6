import { parseCreditorReference } from "./creditor-reference.ts";
import { parseIban } from "./iban.ts";
import { MAX_AMOUNT, toDecimalString } from "./money.ts";
import { isPrintable } from "./printable.ts";

/** `amount` in euro cents, `iban` and `reference` in electronic form. */
export type ExpectedTransfer = { name: string; iban: string; amount: number; reference: string };

const MAX_NAME_LENGTH = 70;
const MAX_BYTES = 331;

/** EPC069-12 version 3: BCD, 002, UTF-8, SEPA credit transfer, no BIC. `undefined` for what it can't hold. */
export function encodeEpc({ name, iban, amount, reference }: ExpectedTransfer): string | undefined {
  const isSayable =
    isPrintable(name, MAX_NAME_LENGTH) &&
    parseIban(iban) === iban &&
    Number.isInteger(amount) &&
    amount >= 1 &&
    amount <= MAX_AMOUNT &&
    parseCreditorReference(reference) === reference;
  if (!isSayable) return undefined;
  const purpose = "";
  const bic = "";
  // All later elements are empty; no line break follows.
  const text = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic,
    name,
    iban,
    `EUR${toDecimalString(amount, "EUR")}`,
    purpose,
    reference,
  ].join("\n");
  return Buffer.byteLength(text) <= MAX_BYTES ? text : undefined;
}

/** Banking apps know no test mode: no service tag, no IBAN. */
export function testEpc(reference: string): string {
  return ["TEST", "No banking app can pay with this code.", reference].join("\n");
}
