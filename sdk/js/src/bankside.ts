import { parseAmount } from "./amount.ts";
import type { CreatedTransaction } from "./answer.ts";
import { BanksideError } from "./bankside-error.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { createTransactionRequest, type OrderLine } from "./create-transaction.ts";
import { checkExternalId } from "./external-id.ts";
import type { Launcher } from "./launcher.ts";
import { checkMetadata, type Metadata } from "./metadata.ts";
import { type OutcomeStatus, parseOutcome } from "./outcome.ts";
import type { Fetch, Signal } from "./runtime.ts";
import { checkUrlScheme } from "./url-scheme.ts";
import { type Wait, wait } from "./wait.ts";

const TIMEOUT_MS = 20_000;

/** Optional settings of a payment. `null` counts as missing. */
export type PaymentOptions = {
  /** Your reference of the order, 1 to 128 printable characters. An order can be paid only once. */
  externalId?: string | null | undefined;
  /** What is paid, 1 to 140 printable characters. The payer sees it. */
  description?: string | null | undefined;
  /** What the order consists of. The sum of `quantity` × `unitAmount` must be the amount in cents. */
  lines?: readonly OrderLine[] | null | undefined;
  /** Language of the payment's pages (BCP 47). Default: that of the payer's browser. */
  locale?: string | null | undefined;
  /** ISO 8601 time, 1 minute to 31 days ahead, until which the order can be paid. A repeated call must pass the same. */
  expiresAt?: string | null | undefined;
  /** Stops waiting. */
  signal?: Signal | null | undefined;
};

/** Likely result of a payment. Only a hint: the webhook to your server is authoritative. */
export type PaymentResult = { status: OutcomeStatus; transactionId: string; externalId?: string };

/** The SDK object that {@link createBankside} returns. */
export type Bankside = ReturnType<typeof createBankside>;

/**
 * Creates the SDK object for one deployment. `baseUrl` is the address of its API. `launcher` shows the payment pages.
 * `fetch` replaces the platform's own. `timeoutMs` limits each API call (default: 20 000). `wait` replaces the pause before
 * a repeated call.
 * @throws {@link BanksideError} `invalid_base_url`.
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
     * Creates a transaction, lets the user pay it in a view and resolves to its likely result. `amount` is a decimal string
     * in euros. `token` is a JWT that your server requested with its API key. `metadata` is stored with the transaction.
     * `urlScheme` is the scheme that returns the user to the app; without it the status is always `unknown`. `externalId`
     * identifies the order, which can be paid only once: `already_paid`, `transaction_in_progress`. A closed view gives
     * `unknown`, never `cancelled`: the bank may still process the payment. The status is a hint for the screen; the
     * webhook is authoritative.
     * @throws {@link BanksideError}, as a rejection.
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

// Plain JavaScript passes `null` for missing values.
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
    description: options?.description ?? undefined,
    lines: options?.lines ?? undefined,
    locale: options?.locale ?? undefined,
    expiresAt: options?.expiresAt ?? undefined,
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
  // Any app can call the scheme, so only an address that names this payment counts.
  if (transactionId !== id) return { status: "unknown", transactionId: id };
  return { status, transactionId: id, ...(externalId !== undefined && { externalId }) };
}

// Keeps line breaks and spaces out of the header.
function checkToken(token: string): void {
  if (typeof token === "string" && /^[\w.~+/-]+=*$/.test(token)) return;
  throw new BanksideError("invalid_token", "token must be the JWT your server got for its API key");
}
