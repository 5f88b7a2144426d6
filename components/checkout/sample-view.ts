import type { CheckoutView } from "#lib/payments/checkout/view.ts";

type Sample = {
  accountId: string;
  payee: string;
  externalId: string;
  payerAppUrl: string;
  now: Date;
};

const PAYABLE_MS = 30 * 60_000;

export function sampleView({
  accountId,
  payee,
  externalId,
  payerAppUrl,
  now,
}: Sample): CheckoutView {
  return {
    transactionId: "preview",
    accountId,
    reference: "preview-0000-000000000",
    flow: "web",
    state: "ready",
    status: "pending",
    progress: "waiting",
    isBegunElsewhere: false,
    returnsByItself: false,
    mode: "live",
    payee: { name: payee, iban: "" },
    amount: 2450,
    currency: "EUR",
    externalId,
    description: null,
    lines: null,
    expiresAt: new Date(now.getTime() + PAYABLE_MS).toISOString(),
    finishedAt: null,
    failureReason: null,
    bankWait: null,
    approvalWait: null,
    isJustBack: false,
    lastDecline: null,
    isInQuestion: false,
    lastBankId: null,
    attemptsLeft: 5,
    shortCode: "AB-CD",
    payLink: `${payerAppUrl}/preview`,
    orderUrl: `${payerAppUrl}/preview`,
    opensApp: false,
    appLink: null,
    returnUrl: null,
    ways: ["bank"],
    transfer: null,
    orderDigest: "",
    frameAncestors: [],
    version: "preview",
  };
}
