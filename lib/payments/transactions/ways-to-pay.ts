import type { BankDirectory } from "#lib/banks/connector.ts";
import type { CreationTerms } from "#lib/merchants/accounts/creation-terms.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { type CreateRequest, flowOf } from "./transaction.ts";

type Banks = Pick<BankDirectory, "currenciesInstead">;

/** Web flow only, if the account takes transfers to a confirmed IBAN, also in test mode. */
export function transferCurrencies(
  request: CreateRequest,
  { takesTransfers, payee }: CreationTerms,
): readonly string[] {
  if (flowOf(request) === "direct") return [];
  return takesTransfers && payee?.isConfirmed === true ? ["EUR"] : [];
}

/** Before the database transaction, in which no other query may run. */
export async function currencyCheck(
  banks: Banks,
  request: CreateRequest,
): Promise<(terms: CreationTerms) => void> {
  const { currency } = request.input;
  const atBanks = await banks.currenciesInstead(request.apiKey.mode, currency);
  return (terms) => {
    if (atBanks === undefined) return;
    const payable = [...new Set([...atBanks, ...transferCurrencies(request, terms)])].sort();
    // Without any way to pay, no other currency helps.
    if (payable.length === 0 || payable.includes(currency)) return;
    const message = `must be a currency that can be paid to this account: ${payable.join(", ")}`;
    throw invalidField("currency", message);
  };
}
