import type { Mode } from "#lib/platform/mode.ts";
/** A bank as the payer chooses it. */
export type Bank = {
  id: string;
  name: string;
  country: string;
  bic?: string | undefined;
  /** Path of its picture on our own host. */
  logoPath?: string | undefined;
  /** The sandbox bank serves test mode only; a real bank live mode, or with its own sandbox test mode. */
  mode: "test" | "live";
};

/** A bank the payer may choose. */
export type BankChoice = Pick<Bank, "id" | "name" | "country" | "logoPath">;

/** What one attempt asks a bank to do. All fields are stored before the bank is called. */
export type PaymentOrder = {
  /** Our own end-to-end id, ≤ 35 characters (ISO 20022 `EndToEndId`). */
  endToEndId: string;
  /** UUID sent as `X-Request-ID`; the same one again asks for the same payment, never a second. */
  requestId: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  payee: { iban: string; name: string };
  /** Text on the payer's statement, ≤ 140 characters; banks get it in the letters they take. */
  remittance: string;
  /** Where the bank sends the payer after approval, and after refusal. */
  redirectUrl: string;
  nokRedirectUrl: string;
  payerIp: string | undefined;
  /** The payer's own account, which binds the payment to it: a bank that does not keep it may refuse the order. */
  payerIban?: string | undefined;
  /** Comes back with the answer of the bank's OAuth2 server, where it has one; another one at each asking. */
  state?: string | undefined;
  /** What the payer granted before the order, at a bank that wants that. */
  accessToken?: string | undefined;
};

/** Where a payment stands, in our words. `open`: the payer has not approved. `processing`: approved, not final. */
export type PaymentState = "open" | "processing" | "succeeded" | "declined" | "cancelled";

/** A bank's answer about one payment, with its own ISO 20022 status code for the record. */
export type PaymentReport = {
  state: PaymentState;
  bankStatus: string;
  /** Present when the bank repeats the order; compared with ours before anything succeeds. */
  order?: { endToEndId: string; amount: number; currency: string; payeeIban: string };
};

/** A payment the bank has. Whatever else it said or left out, this much is known of it. */
export type StartedPayment = {
  paymentId: string;
  /** Where the payer approves; none where the bank named no usable address, or wants no approval. */
  approvalUrl?: string | undefined;
  /** How it stands; none where that was not understood. */
  report?: PaymentReport;
  /** Present where the payer approves at the bank's OAuth2 server; kept until it answers. */
  grantRequest?: GrantRequest;
};

/**
 * The port to one bank. A method that can't learn the bank's word throws {@link BankError};
 * the caller then knows nothing and must ask again.
 */
export type BankConnector = {
  /** Throws only where the bank has named no payment, or turned it down in the same answer. */
  startPayment(order: PaymentOrder): Promise<StartedPayment>;
  readPayment(payment: PaymentHandle): Promise<PaymentReport>;
  /** Asks the bank to cancel and reports what then holds; a bank that refuses reports the state as it is. */
  cancelPayment(payment: PaymentHandle): Promise<PaymentReport>;
  /** Present at a bank whose payers grant access by OAuth2. */
  oauth?: BankOAuth;
};

/** Names a payment at a bank, with what the payer granted where the bank asks for that. */
export type PaymentHandle = {
  paymentId: string;
  currency: string;
  accessToken?: string | undefined;
};

/** What an answer of the bank's OAuth2 server is held against. Secret, and fixed from when the payer was sent there. */
export type GrantRequest = {
  state: string;
  verifier: string;
  server: { issuer: string; tokenEndpoint: string; namesItself: boolean };
};

/** What a payer granted. `expiresAt` in ms since 1970, where the bank tells. */
export type BankTokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  expiresAt?: number | undefined;
};

/** What the payer came back with: the parameters to redeem, or that the payer or the server refused. */
export type GrantAnswer = { parameters: string } | { refusal: string };

/** OAuth2 of one bank: authorization code with PKCE. Every failure is a {@link BankError}. */
export type BankOAuth = {
  /** The bank takes no order before the payer has granted it; otherwise the payer grants the one payment. */
  isBeforeOrder: boolean;
  /** Makes the address at which the payer grants orders; for banks where that comes before the order. */
  ask(state: string): Promise<{ approvalUrl: string; request: GrantRequest }>;
  /** Reads what came back, without asking anybody; throws where it is not an answer to `request`. */
  readAnswer(query: URLSearchParams, request: GrantRequest): GrantAnswer;
  /** Redeems an answer, which can be done once; `refused` when it is spent or too old. */
  redeem(parameters: string, request: GrantRequest): Promise<BankTokens>;
  /** Gets a new token for one about to expire; `refused` when that is over. */
  renew(refreshToken: string, request: GrantRequest): Promise<BankTokens>;
};

/**
 * The bank's word is not known (`unreachable`, `unexpected_answer`), nor because it does not take us or what the payer
 * granted (`denied`: nothing is wrong with the order), or the bank refused the order outright, before any money could
 * move (`refused`).
 */
export class BankError extends Error {
  override name = "BankError";
  readonly kind: "unreachable" | "unexpected_answer" | "denied" | "refused";
  /** The bank's own code for its refusal, such as `FORMAT_ERROR`. */
  readonly code: string | undefined;
  /** The field of the order the refusal names, such as `debtorAccount.iban`. */
  readonly field: string | undefined;

  constructor(
    kind: BankError["kind"],
    message: string,
    options?: ErrorOptions & { code?: string | undefined; field?: string | undefined },
  ) {
    super(message, options);
    this.kind = kind;
    this.code = options?.code;
    this.field = options?.field;
  }
}

/** The banks a deployment can pay with. */
export type BankDirectory = {
  /** With a currency only the banks that accept it. */
  banksFor(mode: Mode, currency?: string): Promise<BankChoice[]>;
  /** `undefined` also for a bank of the other mode: what one mode's bank reports is nothing to the other's transactions. */
  connectorFor(bankId: string, mode: Mode): BankConnector | undefined;
};
