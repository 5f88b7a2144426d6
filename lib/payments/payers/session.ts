import type { Flow } from "#lib/payments/model/status.ts";
import type { VerifiedBy } from "#lib/payments/model/verification.ts";

export type PendingCode = {
  /** `a•••@shop.example` */
  maskedEmail: string;
  expiresAt: Date;
  resendAt: Date;
  attemptsLeft: number;
};

export type PayerSession = {
  id: string;
  transactionId: string;
  reference: string;
  flow: Flow;
  /** Under the app's own scheme. */
  appReturnUrl: string | null;
  /** That of `appReturnUrl`, in test mode, if live mode would refuse it. */
  unregisteredScheme: string | null;
  verifiedBy: VerifiedBy | null;
  email: string | null;
  maskedEmail: string | null;
  /** `null` before a code is sent, and once it has expired or has no guesses left. */
  pendingCode: PendingCode | null;
};

export type OpenedSession = {
  id: string;
  transactionId: string;
  reference: string;
  flow: Flow;
  expiresAt: Date;
};
