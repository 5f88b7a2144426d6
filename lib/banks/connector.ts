import type { Mode } from "#lib/platform/configuration/mode.ts";

export type Bank = {
  id: string;
  name: string;
  country: string;
  bic?: string | undefined;
  logoPath?: string | undefined;
  /** The sandbox bank is test only. A real bank is live, unless it is its own sandbox. */
  mode: Mode;
  /** A sandbox bank that behaves as some real banks do: offered last, to developers. */
  isDialect?: boolean;
};

export type BankChoice = Pick<
  Bank,
  "id" | "name" | "country" | "bic" | "logoPath" | "isDialect"
> & {
  isPaused?: boolean;
};

export type PaymentOrder = {
  /** ≤ 35 characters (ISO 20022 `EndToEndId`). */
  endToEndId: string;
  /** UUID sent as `X-Request-ID`: a repeat creates no second payment. */
  requestId: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  payee: { iban: string; name: string };
  /** Text on the payer's statement, ≤ 140 characters; sent in SEPA characters. */
  remittance: string;
  redirectUrl: string;
  nokRedirectUrl: string;
  payerIp: string | undefined;
  /** A bank that does not hold this account may refuse the order. */
  payerIban?: string | undefined;
  /** The payer's login name at the bank, where the bank needs it. */
  payerId?: string | undefined;
  /** OAuth2 `state`, new for every request. */
  state?: string | undefined;
  /** Granted before the order, at banks that require it. */
  accessToken?: string | undefined;
};

/** `open`: not approved by the payer. `processing`: approved, not final. */
export type PaymentState = "open" | "processing" | "succeeded" | "declined" | "cancelled";

/** As the bank repeats it. Some banks leave out the end-to-end id. */
export type RepeatedOrder = {
  endToEndId?: string | undefined;
  amount: number;
  currency: string;
  payeeIban: string;
};

/** `bankStatus`: ISO 20022 code, or the bank's own word. */
export type PaymentReport = {
  state: PaymentState;
  bankStatus: string;
  /** `false`: the status is ambiguous and the bank does not report how far the approval is. */
  isApprovalKnown?: boolean;
  /** Compared with ours before anything succeeds. */
  order?: RepeatedOrder;
};

/** `wait`: the payer approves elsewhere, such as in the bank's app. `message`: the bank's own words. */
export type Approval =
  | { kind: "address"; url: string }
  | { kind: "wait"; message?: string | undefined };

/**
 * What a success needs besides amount, currency and payee. `order`: the end-to-end id. `no-end-to-end-id`: the same, unless the
 * bank leaves it out. `funds-only`: money on the payee's account; the bank's word is not enough.
 */
export const PROOFS = ["order", "no-end-to-end-id", "funds-only"] as const;
export type Proof = (typeof PROOFS)[number];

export type NeededFromPayer = "iban" | "id";

export type StartedPayment = {
  paymentId: string;
  approval?: Approval | undefined;
  /** Absent when the status is not understood. */
  report?: PaymentReport;
  grantRequest?: GrantRequest;
};

/** Throws {@link BankError} if the status stays unknown; the caller must ask again. */
export type BankConnector = {
  /** Throws only if no payment exists at the bank. */
  startPayment(order: PaymentOrder): Promise<StartedPayment>;
  readPayment(payment: PaymentHandle): Promise<PaymentReport>;
  /** Returns the status after the request, also when the bank refuses to cancel. */
  cancelPayment(payment: PaymentHandle): Promise<PaymentReport>;
  oauth?: BankOAuth;
  /** `order` by default. */
  proof?: Proof | undefined;
  /** After this time, a payment can't be approved at the bank. */
  approvalMinutes?: number | undefined;
  /** The payer enters these before the order. */
  needs?: readonly NeededFromPayer[] | undefined;
};

export type PaymentHandle = {
  paymentId: string;
  currency: string;
  accessToken?: string | undefined;
};

/** Secret. Fixed at the redirect. */
export type GrantRequest = {
  state: string;
  verifier: string;
  server: { issuer: string; tokenEndpoint: string; namesItself: boolean };
};

/** `expiresAt`: milliseconds since 1970, if the bank sends it. */
export type BankTokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  expiresAt?: number | undefined;
};

/** `refusal`: OAuth2 error code. */
export type GrantResponse = { parameters: string } | { refusal: string };

/** Authorization code flow with PKCE. Every failure is a {@link BankError}. */
export type BankOAuth = {
  /** Otherwise the payer grants the one payment. */
  isBeforeOrder: boolean;
  ask(state: string): Promise<{ approvalUrl: string; request: GrantRequest }>;
  /**
   * Makes no request.
   * @throws BankError if `query` does not match `request`.
   */
  readResponse(query: URLSearchParams, request: GrantRequest): GrantResponse;
  /**
   * Works once.
   * @throws BankError `refused` when the code is used or expired.
   */
  redeem(parameters: string, request: GrantRequest): Promise<BankTokens>;
  /** @throws BankError `refused` when the refresh token is no longer valid. */
  renew(refreshToken: string, request: GrantRequest): Promise<BankTokens>;
};

/**
 * `unreachable`, `unexpected_answer`, `denied` (us or the payer's grant): the result is unknown.
 * `refused`: the bank refused the order before any money could move.
 */
export class BankError extends Error {
  override name = "BankError";
  readonly kind: "unreachable" | "unexpected_answer" | "denied" | "refused";
  /** The bank's code, such as `FORMAT_ERROR`. */
  readonly code: string | undefined;
  /** Such as `debtorAccount.iban`. */
  readonly field: string | undefined;
  readonly httpStatus: number | undefined;

  constructor(
    kind: BankError["kind"],
    message: string,
    options?: ErrorOptions & {
      code?: string | undefined;
      field?: string | undefined;
      httpStatus?: number | undefined;
    },
  ) {
    super(message, options);
    this.kind = kind;
    this.code = options?.code;
    this.field = options?.field;
    this.httpStatus = options?.httpStatus;
  }
}

export type BankDirectory = {
  banksFor(mode: Mode, currency?: string): Promise<BankChoice[]>;
  /** What the mode's banks accept instead; `undefined` if one accepts this currency. */
  currenciesInstead(mode: Mode, currency: string): Promise<readonly string[] | undefined>;
  /** Whether payers have a bank to choose, paused ones included; without `currency`, for any. */
  hasBank(mode: Mode, currency?: string): Promise<boolean>;
  /** `undefined` also for a bank of the other mode. */
  connectorFor(bankId: string, mode: Mode): BankConnector | undefined;
};
