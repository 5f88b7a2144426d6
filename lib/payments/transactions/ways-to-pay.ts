import type { BankDirectory } from "#lib/banks/connector.ts";
import type { CreationTerms } from "#lib/merchants/accounts/creation-terms.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { type CreateRequest, flowOf, type Transaction } from "./transaction.ts";

/** In the order of the checkout's tabs. */
export const ROADS = ["bank", "transfer"] as const;

export type Road = (typeof ROADS)[number];

/** What the banks and the account offer. */
export type Offers = {
  /** Whether a bank of the mode accepts the currency. */
  hasBank: boolean;
  /** Whether the account accepts bank transfers to the payee's IBAN. */
  takesTransfers: boolean;
};

const TRANSFER_CURRENCIES: readonly string[] = ["EUR"];

type Order = Pick<Transaction, "currency" | "flow">;

/** The one place that knows. An app offers a transfer only where it is the only way, as the payer has to leave the app for it. */
export function waysToPay({ hasBank, takesTransfers }: Offers, { currency, flow }: Order): Road[] {
  const hasTransfer =
    takesTransfers && TRANSFER_CURRENCIES.includes(currency) && (flow === "web" || !hasBank);
  const isOpen: Record<Road, boolean> = { bank: hasBank, transfer: hasTransfer };
  return ROADS.filter((road) => isOpen[road]);
}

/** Whether an account can be paid at all, in any currency. */
export const hasWayToPay = (offers: Offers): boolean =>
  waysToPay(offers, { currency: "EUR", flow: "web" }).length > 0;

type Terms = Pick<CreationTerms, "payee" | "takesTransfers">;

export type WaysOfRequest = {
  of: (terms: Terms) => Road[];
  /** @throws AppError `no_way_to_pay`, or `invalid_request` if other currencies can be paid */
  check: (terms: Terms) => void;
};

type Asked = Pick<CreateRequest, "token" | "flow"> & {
  apiKey: Pick<CreateRequest["apiKey"], "mode">;
  input: Pick<CreateRequest["input"], "currency">;
};

type Banks = Pick<BankDirectory, "currenciesInstead">;

/** Before the database transaction, in which no other query may run. */
export async function waysOfRequest(banks: Banks, request: Asked): Promise<WaysOfRequest> {
  const { mode } = request.apiKey;
  const { currency } = request.input;
  const atBanks = await banks.currenciesInstead(mode, currency);
  const order = { currency, flow: flowOf(request) };
  const of = (terms: Terms) =>
    waysToPay({ hasBank: atBanks === undefined, takesTransfers: takesTransfers(terms) }, order);
  return {
    of,
    check(terms) {
      if (of(terms).length > 0) return;
      const byTransfer = takesTransfers(terms) ? TRANSFER_CURRENCIES : [];
      const payable = [...new Set([...(atBanks ?? []), ...byTransfer])].sort();
      if (payable.length > 0) {
        const list = payable.join(", ");
        const message = `must be a currency that can be paid to this account: ${list}`;
        throw invalidField("currency", message);
      }
      if (mode === "live") throw new AppError("no_way_to_pay", { detail: NO_WAY });
    },
  };
}

const NO_WAY =
  "Let the operator confirm an IBAN, and offer bank transfers in the console under Settings > Ways to be paid. " +
  "Or let the operator configure banks (BANKS_FILE).";

/** To a confirmed IBAN only, also in test mode. */
const takesTransfers = ({ takesTransfers: isOn, payee }: Terms): boolean =>
  isOn && payee?.isConfirmed === true;

type NowDeps = {
  banks: Pick<BankDirectory, "hasBank">;
  accounts: { takesTransfers(accountId: string): Promise<boolean> };
};

type Created = Order & Pick<Transaction, "accountId" | "mode">;

/**
 * Of an order that exists. `mayTransfer`: it has a transfer reference, and nothing is against a transfer now. If only a transfer can
 * pay it, it can also after the account stops accepting them.
 */
export async function waysToPayNow(
  { banks, accounts }: NowDeps,
  order: Created,
  mayTransfer: boolean,
): Promise<Road[]> {
  const hasBank = await banks.hasBank(order.mode, order.currency);
  const takesTransfers =
    mayTransfer && (!hasBank || (await accounts.takesTransfers(order.accountId)));
  return waysToPay({ hasBank, takesTransfers }, order);
}
