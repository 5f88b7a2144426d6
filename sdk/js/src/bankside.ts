import { parseAmount } from "./amount.ts";
import type { CreatedTransaction } from "./answer.ts";
import { BanksideError } from "./bankside-error.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { createTransactionRequest } from "./create-transaction.ts";
import { checkExternalId } from "./external-id.ts";
import type { Launcher } from "./launcher.ts";
import { checkMetadata, type Metadata } from "./metadata.ts";
import { type OutcomeStatus, parseOutcome } from "./outcome.ts";
import type { Fetch, Signal } from "./runtime.ts";
import { checkUrlScheme } from "./url-scheme.ts";
import { type Wait, wait } from "./wait.ts";

const TIMEOUT_MS = 20_000;

/** What else can be said about a payment; `null` is as good as nothing. */
export type PaymentOptions = {
  /** The app's own reference of the order, 1 to 128 printable characters: one order is not paid twice. */
  externalId?: string | null | undefined;
  /** Gives up waiting. */
  signal?: Signal | null | undefined;
};

/** How a payment seems to have ended. Only a hint: the webhook tells the merchant's server the truth. */
export type PaymentResult = { status: OutcomeStatus; transactionId: string; externalId?: string };

/** The SDK object. */
export type Bankside = ReturnType<typeof createBankside>;

/**
 * Makes the SDK object for one deployment. `baseUrl` is the address of its API; `launcher` shows the payment's pages;
 * `timeoutMs` (20 s) bounds each call of the API; `wait` is how the pause before a repeated call is waited for. Throws {@link BanksideError} `invalid_base_url`.
 */
export function createBankside(config: {
  baseUrl: string;
  launcher: Launcher;
  fetch?: Fetch;
  timeoutMs?: number;
  wait?: Wait;
}) {
  const { launcher } = config;
  const baseUrl = config.baseUrl.replace(/\/+$/, "");
  if (!/^https?:\/\/(?:(?![?#@\\])[!-~])+$/.test(baseUrl)) {
    throw new BanksideError("invalid_base_url", "baseUrl must be an https address without a query");
  }
  const create = createTransactionRequest({
    baseUrl,
    fetch: config.fetch,
    timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
    wait: config.wait ?? wait,
  });

  return {
    /**
     * Creates a transaction over `amount` euros (a decimal string), lets the user pay it in a view, and tells how it seems to
     * have ended. `token` is a JWT the app's server got for its API key; `urlScheme` is the scheme the user comes back
     * with; `externalId` names the order, which is then paid once: `already_paid`, `transaction_in_progress`. A closed
     * view is `unknown`, never `cancelled`: the bank may be working on the payment still. The status is a hint for the
     * screen; the webhook is the truth. Rejects with {@link BanksideError}.
     */
    async initiatePayment(
      amount: string,
      token: string,
      metadata?: Metadata | null,
      urlScheme?: string | null,
      options?: PaymentOptions | null,
    ): Promise<PaymentResult> {
      const cents = parseAmount(amount);
      checkToken(token);
      const given = readOptional(metadata, urlScheme, options);
      const { signal } = given;
      // Browsers open a window only before the first await after a click.
      const view = launcher.prepare?.();
      const transaction = await create({ amount: cents, ...given }, token, signal).catch(
        (error: unknown) => {
          view?.discard();
          throw error;
        },
      );
      const url = checkoutAddress(transaction.redirectUrl, { token, urlScheme: given.urlScheme });
      const transactionId = transaction.id;
      const opening = { urlScheme: given.urlScheme, transactionId, signal };
      try {
        const address = await (view ?? launcher).open(url, opening);
        return resultOf(transaction, address, given.urlScheme);
      } catch (cause) {
        const message = "The payment's pages could not be shown";
        throw new BanksideError("view_not_opened", message, { cause, transactionId });
      }
    },
  };
}

// Plain JavaScript says `null` for what it has not got.
function readOptional(
  metadata: Metadata | null | undefined,
  urlScheme: string | null | undefined,
  options: PaymentOptions | null | undefined,
) {
  const externalId = options?.externalId ?? undefined;
  if (metadata != null) checkMetadata(metadata);
  if (urlScheme != null) checkUrlScheme(urlScheme);
  if (externalId !== undefined) checkExternalId(externalId);
  return {
    externalId,
    metadata: metadata ?? undefined,
    urlScheme: urlScheme ?? undefined,
    signal: options?.signal ?? undefined,
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
