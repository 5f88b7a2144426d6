/** `unitAmount` in minor units, negative for a discount. */
export type OrderLine = { name: string; quantity: number; unitAmount: number };

/** Fields of a creation; the API's reference describes each. Others are sent as given. */
export type NewTransaction = {
  amount?: number;
  currency?: string;
  externalId?: string;
  successUrl?: string;
  failureUrl?: string;
  cancelUrl?: string;
  description?: string;
  lines?: OrderLine[];
  locale?: string;
  expiresAt?: string;
  metadata?: Record<string, unknown>;
  [field: string]: unknown;
};

/** A transaction as the API returns it. Only the fields that tests read most are typed. */
export type Transaction = {
  id: string;
  status: "pending" | "processing" | "succeeded" | "failed";
  failureReason: string | null;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  externalId: string | null;
  description?: string | null;
  lines?: OrderLine[] | null;
  locale?: string | null;
  expiresAt: string;
  /** The payment link that it was paid by, if any. */
  paymentLinkId?: string | null;
  [field: string]: unknown;
};

/** A refund as the API returns it. Only the fields that tests read most are typed. */
export type Refund = {
  id: string;
  transactionId: string;
  status: "awaiting_account" | "ready" | "processing" | "succeeded" | "failed" | "cancelled";
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  externalId: string | null;
  [field: string]: unknown;
};

/** Fields of a payment link; the API's reference describes each. Others are sent as given. */
export type NewPaymentLink = {
  usage?: "once" | "reusable";
  amount?: number;
  minAmount?: number;
  maxAmount?: number;
  currency?: string;
  description?: string;
  externalId?: string;
  maxPayments?: number;
  expiresAt?: string;
  [field: string]: unknown;
};

/** A payment link as the API returns it. Only the fields that tests read most are typed. */
export type PaymentLink = {
  id: string;
  /** The page to pay at. */
  url: string;
  usage: "once" | "reusable";
  status: "active" | "paid" | "expired" | "stopped";
  /** In minor units of `currency`. `null`: the payer enters it. */
  amount: number | null;
  currency: string;
  externalId: string | null;
  paidCount: number;
  [field: string]: unknown;
};

/** The response to a creation. */
export type CreatedTransaction = Transaction & {
  /** Where the shopper pays: the `src` of the iframe, or the address of the webview. */
  redirectUrl: string;
  /** Grants access to the checkout. Only with a key of the web method. */
  reference?: string;
};

/** Simulated result of a test payment. The sandbox bank's documentation describes each. */
export type Outcome =
  | "approve"
  | "accept"
  | "settle"
  | "cancel"
  | "decline"
  | "insufficient_funds"
  | "delayed"
  | "hang"
  | "late"
  | "never_final"
  | "twice"
  | "reject_then_execute"
  | "execute_then_reject"
  | "wrong_amount"
  | "malformed"
  | "server_error"
  | "slow";

/** A request that the API rejected. `code` is from its table of errors. */
export class BanksideApiError extends Error {
  override name = "BanksideApiError";
  readonly status: number;
  readonly code: string;

  constructor(
    method: string,
    path: string,
    status: number,
    problem: { code?: string; detail?: string },
  ) {
    const detail = problem.detail === undefined ? "" : `: ${problem.detail}`;
    super(`${method} ${path} was answered ${status} ${problem.code ?? ""}${detail}`);
    this.status = status;
    this.code = problem.code ?? "";
  }
}

/**
 * Calls the API at `baseUrl` like a merchant's server, with a test mode API key.
 * @throws {@link BanksideApiError}, from every method.
 */
export function createMerchantApi({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const base = baseUrl.replace(/\/+$/, "");

  async function call(method: "GET" | "POST", path: string, body?: unknown) {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        "X-API-Key": apiKey,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const read = await response.json().catch(() => ({}));
    if (!response.ok) throw new BanksideApiError(method, path, response.status, read);
    return read;
  }

  return {
    /** Creates a transaction. Default: €12.50 with a unique `externalId`. */
    createTransaction: (fields: NewTransaction = {}): Promise<CreatedTransaction> =>
      call("POST", "/transactions", {
        amount: 1250,
        currency: "EUR",
        externalId: crypto.randomUUID(),
        ...fields,
      }),

    /** Reads a transaction. */
    readTransaction: (id: string): Promise<Transaction> => call("GET", `/transactions/${id}`),

    /** Cancels a transaction as the shop. */
    cancelTransaction: (id: string): Promise<Transaction> =>
      call("POST", `/transactions/${id}/cancel`),

    /** Refunds a transaction. Default: all that is left. Needs a key of the web method. */
    createRefund: (
      id: string,
      fields: { amount?: number; reason?: string; externalId?: string } = {},
    ): Promise<Refund> => call("POST", `/transactions/${id}/refunds`, fields),

    /** Reads a refund. */
    readRefund: (id: string): Promise<Refund> => call("GET", `/refunds/${id}`),

    /** Cancels a refund that was not sent. */
    cancelRefund: (id: string): Promise<Refund> => call("POST", `/refunds/${id}/cancel`),

    /** Creates a payment link. Default: for one payment of €12.50. */
    createPaymentLink: (fields: NewPaymentLink = {}): Promise<PaymentLink> => {
      const hasBounds = "minAmount" in fields || "maxAmount" in fields;
      const usual = { usage: "once", currency: "EUR", ...(!hasBounds && { amount: 1250 }) };
      return call("POST", "/payment-links", { ...usual, ...fields });
    },

    /** Reads a payment link. */
    readPaymentLink: (id: string): Promise<PaymentLink> => call("GET", `/payment-links/${id}`),

    /** Stops a payment link. */
    stopPaymentLink: (id: string): Promise<PaymentLink> =>
      call("POST", `/payment-links/${id}/stop`),

    /** Simulates payer and bank without a browser. Resolves to the transaction afterwards. */
    driveOutcome: (id: string, outcome: Outcome, bankId?: string): Promise<Transaction> =>
      call("POST", `/test/transactions/${id}/outcome`, {
        outcome,
        ...(bankId !== undefined && { bankId }),
      }),

    /** Moves the clock of a deployment started with `TEST_CLOCK=true`. Resolves to the new time. */
    async advanceClock(step: {
      seconds?: number;
      minutes?: number;
      hours?: number;
    }): Promise<Date> {
      const { seconds = 0, minutes = 0, hours = 0 } = step;
      const advanceSeconds = seconds + 60 * (minutes + 60 * hours);
      const { now } = await call("POST", "/test/clock", { advanceSeconds });
      return new Date(now);
    },
  };
}

export type MerchantApi = ReturnType<typeof createMerchantApi>;
