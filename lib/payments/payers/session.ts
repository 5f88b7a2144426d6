/** How a payer was verified: the merchant vouched for the e-mail address, a code by e-mail, or a remembered device. */
export type VerifiedBy = "merchant" | "code" | "device";

/** A code that was sent and waits to be typed in. */
export type PendingCode = {
  /** `a•••@shop.example` */
  maskedEmail: string;
  expiresAt: Date;
  /** From when on another one may be sent. */
  resendAt: Date;
};

/** One browser that pays one transaction, as its pages see it. */
export type PayerSession = {
  id: string;
  transactionId: string;
  reference: string;
  flow: "web" | "direct";
  /** Where the app wants its payer back, under its own scheme; none in the web flow or when the app gave none. */
  appReturnUrl: string | null;
  verifiedBy: VerifiedBy | null;
  /** The address the merchant told, to fill the field with. */
  email: string | null;
  /** Whom it was verified as; none before, and none once that was forgotten. */
  maskedEmail: string | null;
  /** None before a code was sent, and none after its time or its tries are up. */
  pendingCode: PendingCode | null;
};

/** A session that was just opened: what its cookie holds, and how long it is needed. */
export type OpenedSession = {
  id: string;
  transactionId: string;
  reference: string;
  flow: "web" | "direct";
  expiresAt: Date;
};
