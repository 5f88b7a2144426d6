/** A bank as the payer chooses it. */
export type Bank = {
  id: string;
  name: string;
  country: string;
  /** The sandbox bank serves test mode only, a real bank live mode only. */
  mode: "test" | "live";
};

/** What one authorisation asks a bank to do. All fields are stored before the bank is called. */
export type PaymentOrder = {
  /** Our own end-to-end id, ≤ 35 characters (ISO 20022 `EndToEndId`). */
  endToEndId: string;
  /** UUID sent as `X-Request-ID`; the same one again asks for the same payment, never a second. */
  requestId: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  payee: { iban: string; name: string };
  /** Text on the payer's statement, ≤ 140 characters. */
  remittance: string;
  /** Where the bank sends the payer after approval, and after refusal. */
  redirectUrl: string;
  nokRedirectUrl: string;
  payerIp: string | undefined;
  /** The payer's own account, which binds the payment to it: a bank that does not keep it may refuse the order. */
  payerIban?: string | undefined;
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

/** A payment the bank accepted, waiting for the payer at `approvalUrl`. */
export type StartedPayment = { paymentId: string; approvalUrl: string; report: PaymentReport };

/**
 * The port to one bank. A method that can't learn the bank's word throws {@link BankError};
 * the caller then knows nothing and must ask again.
 */
export type BankConnector = {
  startPayment(order: PaymentOrder): Promise<StartedPayment>;
  readPayment(payment: PaymentHandle): Promise<PaymentReport>;
  /** Asks the bank to cancel and reports what then holds; a bank that refuses reports the state as it is. */
  cancelPayment(payment: PaymentHandle): Promise<PaymentReport>;
};

/** Names a payment at a bank. */
export type PaymentHandle = { paymentId: string; currency: string };

/**
 * The bank's word is not known (`unreachable`, `unexpected_answer`) or the bank refused the
 * order outright, before any money could move (`refused`).
 */
export class BankError extends Error {
  override name = "BankError";
  readonly kind: "unreachable" | "unexpected_answer" | "refused";

  constructor(kind: BankError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
