import { parseAmount } from "./amount.ts";
import { BanksideError } from "./bankside-error.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { type CreatedTransaction, createTransactionRequest } from "./create-transaction.ts";
import type { Launcher } from "./launcher.ts";
import { type OutcomeStatus, parseOutcome } from "./outcome.ts";
import type { Fetch, Signal } from "./runtime.ts";
import { checkUrlScheme } from "./url-scheme.ts";

const TIMEOUT_MS = 20_000;

/** Custom key-value pairs kept with a transaction. */
export type Metadata = Record<string, unknown>;

/** How a payment seems to have ended. Only a hint: the webhook tells the merchant's server the truth. */
export type PaymentResult = { status: OutcomeStatus; transactionId: string; externalId?: string };

/** The SDK object. */
export type Bankside = ReturnType<typeof createBankside>;

/**
 * Makes the SDK object for one deployment. `baseUrl` is the address of its API; `launcher` shows the payment's pages;
 * `timeoutMs` (20 s) bounds each call of the API. Throws {@link BanksideError} `invalid_base_url`.
 */
export function createBankside(config: {
  baseUrl: string;
  launcher: Launcher;
  fetch?: Fetch;
  timeoutMs?: number;
}) {
  const { launcher, timeoutMs = TIMEOUT_MS } = config;
  const baseUrl = config.baseUrl.replace(/\/+$/, "");
  if (!/^https?:\/\/[^\s?#@\\]+$/.test(baseUrl)) {
    throw new BanksideError("invalid_base_url", "baseUrl must be an https address without a query");
  }
  const create = createTransactionRequest({ baseUrl, fetch: config.fetch, timeoutMs });

  return {
    /**
     * Creates a transaction over `amount` euros (a decimal string), lets the user pay it in a view, and tells how it seems to
     * have ended. `token` is a JWT the app's server got for its API key; `urlScheme` is the scheme the user comes back
     * with. A closed view is `unknown`, never `cancelled`: the bank may be working on the payment still. The status is
     * a hint for the screen; the webhook is the truth. Rejects with {@link BanksideError}.
     */
    async initiatePayment(
      amount: string,
      token: string,
      metadata?: Metadata,
      urlScheme?: string,
      { signal }: { signal?: Signal | undefined } = {},
    ): Promise<PaymentResult> {
      const cents = parseAmount(amount);
      checkToken(token);
      if (urlScheme !== undefined) checkUrlScheme(urlScheme);
      // Browsers open a window only before the first await after a click.
      const view = launcher.prepare?.();
      const transaction = await create({ amount: cents, metadata }, token, signal).catch(
        (error: unknown) => {
          view?.discard();
          throw error;
        },
      );
      const url = checkoutAddress(transaction.redirectUrl, { token, urlScheme });
      const transactionId = transaction.id;
      const options = { urlScheme, transactionId, signal };
      try {
        const address = await (view ?? launcher).open(url, options);
        return resultOf(transaction, address, urlScheme);
      } catch (cause) {
        const message = "The payment's pages could not be shown";
        throw new BanksideError("view_not_opened", message, { cause, transactionId });
      }
    },
  };
}

function resultOf(
  { id }: CreatedTransaction,
  address: string | undefined,
  urlScheme: string | undefined,
): PaymentResult {
  if (urlScheme === undefined) return { status: "unknown", transactionId: id };
  const { status, transactionId, externalId } = parseOutcome(address, urlScheme);
  // Whoever can call the scheme can tell of any payment; only one that names this one is a hint about it.
  if (transactionId !== id) return { status: "unknown", transactionId: id };
  return { status, transactionId: id, ...(externalId !== undefined && { externalId }) };
}

// A line break or a space would end up in a header.
function checkToken(token: string): void {
  if (typeof token === "string" && /^[\w.~+/-]+=*$/.test(token)) return;
  throw new BanksideError("invalid_token", "token must be the JWT your server got for its API key");
}
