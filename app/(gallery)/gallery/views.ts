import { sampleView } from "#components/checkout/sample-view.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";

type Difference = Partial<CheckoutView>;
type Approval = NonNullable<CheckoutView["bankWait"]>["approval"];

const IBAN = "NL91ABNA0417164300";
const REFERENCE = "q4Zk0TxPz1mWc7RbN8vLsA";
/** As long as the signed order of a real link. */
const ORDER_INFO = `1${"2".repeat(335)}`;

export function viewOf(difference: Difference = {}): CheckoutView {
  return {
    ...sampleView({
      accountId: "gallery",
      payee: "Bankside Demo Shop",
      externalId: "#1042",
      payerAppUrl: "https://pay.example/pay",
      now: new Date(),
    }),
    transactionId: "txn_01kaj5x0c8f2tvq7n3m9zr4wye",
    reference: REFERENCE,
    mode: "test",
    payee: { name: "Bankside Demo Shop", iban: IBAN },
    amount: 4250,
    shortCode: "K7-42",
    payLink: `HTTPS://PAY.EXAMPLE/pay/${ORDER_INFO}`,
    orderUrl: `https://pay.example/pay/${REFERENCE}`,
    ...difference,
  };
}

export const viewOfBooks = (difference: Difference = {}) =>
  viewOf({ payee: { name: "Harbour Books", iban: IBAN }, ...difference });

export const viewInApp = (difference: Difference = {}) =>
  viewOfBooks({ flow: "direct", ...difference });

export const withApp = {
  opensApp: true,
  appLink: `bankside-payer://pay/${REFERENCE}?o=${ORDER_INFO}`,
} satisfies Difference;

export const opened = { state: "opened", progress: "opened" } satisfies Difference;

export const atBank = {
  state: "opened",
  progress: "at_bank",
  lastBankId: "sandbox",
} satisfies Difference;

const SANDBOX_MESSAGE = `Approve this payment in your bank's app. In this sandbox, open https://pay.example/sandbox/bank/approve/${"a".repeat(43)}`;

export const waitingElsewhere = {
  ...atBank,
  approvalWait: { kind: "elsewhere", message: SANDBOX_MESSAGE },
} satisfies Difference;

export const withoutPage = {
  ...atBank,
  approvalWait: { kind: "no_page", message: null },
} satisfies Difference;

export const justBack = { ...atBank, isJustBack: true } satisfies Difference;

export const declined = {
  state: "declined",
  lastDecline: "declined",
  lastBankId: "sandbox",
  attemptsLeft: 4,
} satisfies Difference;

const SHOP = "https://books.example/";

/** A bank contradicts its refusal. */
export const doubted = { ...declined, isInQuestion: true, returnUrl: SHOP } satisfies Difference;

export const processing = (isLong = false, approval: Approval = "given") =>
  ({
    state: "processing",
    status: "processing",
    lastBankId: "sandbox",
    bankWait: { isLong, askedAt: new Date().toISOString(), approval },
    ...((isLong || approval !== "given") && { returnUrl: SHOP }),
  }) satisfies Difference;

const over = (page: "thanks" | "sorry") => ({
  finishedAt: new Date().toISOString(),
  returnUrl: `https://books.example/${page}?externalId=order-1042`,
  returnsByItself: true,
});

export const succeeded = () =>
  ({
    ...over("thanks"),
    state: "succeeded",
    status: "succeeded",
    lastBankId: "sandbox",
  }) satisfies Difference;

export function ended(state: "cancelled" | "expired" | "superseded" | "failed") {
  const failureReason = state === "failed" ? "declined" : state;
  return { ...over("sorry"), state, status: "failed", failureReason } satisfies Difference;
}

const TRANSFER_REFERENCE = "RF18539007547034";

export function transfer({ isReported = false } = {}) {
  const code = `TEST\nNo banking app can pay with this code.\n${TRANSFER_REFERENCE}`;
  return {
    ways: isReported ? [] : ["bank", "transfer"],
    ...(isReported && { state: "processing", status: "processing", returnUrl: SHOP }),
    transfer: {
      reference: TRANSFER_REFERENCE,
      code,
      reportedAt: isReported ? new Date().toISOString() : null,
    },
  } satisfies Difference;
}

/** In live mode, where no bank is connected. */
export function onlyTransfer({ isReported = false } = {}) {
  const { transfer: shown, ...rest } = transfer({ isReported });
  const payee = "Harbour Books";
  const code = `BCD\n002\n1\nSCT\n\n${payee}\n${IBAN}\nEUR42.50\n\n${TRANSFER_REFERENCE}`;
  return {
    ...rest,
    mode: "live",
    ways: isReported ? [] : ["transfer"],
    transfer: { ...shown, code },
  } satisfies Difference;
}
