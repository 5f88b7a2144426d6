import { checkoutPath, payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { problemText } from "#lib/next/actions/problem.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { CheckoutContent, checkoutTitle } from "../../checkout/checkout-content.tsx";
import type { CheckoutScreenProps } from "../../checkout/checkout-screen.tsx";
import { ReceiptPage } from "../../checkout/receipt-page.tsx";
import type { Fixture } from "./fixture.ts";
import {
  declined,
  doubted,
  ended,
  justBack,
  onlyTransfer,
  opened,
  processing,
  succeeded,
  transfer,
  viewInApp,
  viewOf,
  viewOfBooks,
  withApp,
} from "./views.ts";

type Shown = Partial<Omit<CheckoutScreenProps, keyof ScreenProps>> & { problem?: string };

function checkout(viewNow: () => CheckoutView, { problem, ...shown }: Shown = {}): Fixture {
  return (text, sum) => {
    const props = {
      view: { ...viewNow(), ...sum },
      text,
      confirms: undefined,
      shows: "qr",
      isPhone: false,
      isBack: false,
      chosenView: false,
      ...shown,
    } as const;
    return {
      title: checkoutTitle(props),
      page: <CheckoutContent {...props} problem={problemText(problem, text)} />,
    };
  };
}

type ReceiptParts = {
  view: () => CheckoutView;
  bankName?: string;
  isShared?: boolean;
};

function receipt({ view: viewNow, bankName, isShared = false }: ReceiptParts): Fixture {
  return (text, sum) => {
    const view = { ...viewNow(), ...sum };
    const { flow, reference } = view;
    const own =
      flow === "web"
        ? checkoutPath(reference, text.linkQuery)
        : payPath(view, "/result", text.linkQuery);
    const sharingToken = isShared ? undefined : `${view.transactionId}.${"x".repeat(43)}`;
    return {
      title: text.format(text.messages.receipt.tab, { payee: view.payee.name }),
      page: (
        <ReceiptPage
          receipt={{ view, bankName, sharingToken }}
          text={text}
          backPath={isShared ? undefined : own}
        />
      ),
    };
  };
}

const offered = () => viewOfBooks({ ...withApp, ...transfer() });
const onlyByTransfer = () => viewOfBooks(onlyTransfer());
const reported = () => viewOfBooks({ ...withApp, ...transfer({ isReported: true }) });

const DAY_MS = 24 * 60 * 60_000;

export const CHECKOUT_FIXTURES: Record<string, Fixture> = {
  ready: checkout(viewOf),
  "ready-phone": checkout(viewOf, { shows: "app" }),
  "ready-phone-app": checkout(() => viewOf(withApp), { shows: "app" }),
  "ready-test-panel": checkout(viewOf),
  "ready-large-amount": checkout(() =>
    viewOf({
      amount: 99_999_999_999,
      externalId: "order-5f0c1f6e-3f5b-4c0e-9a39-0d8f4a1d7c52",
    }),
  ),
  "ready-lines": checkout(() =>
    viewOf({
      description: "Tea for two",
      lines: [
        { name: "Tea", quantity: 2, unitAmount: 2250 },
        { name: "Voucher", quantity: 1, unitAmount: -250 },
      ],
      expiresAt: new Date(Date.now() + 10 * DAY_MS).toISOString(),
    }),
  ),
  problem: checkout(viewOf, { problem: "bank_unavailable" }),
  opened: checkout(() => viewOf(opened)),
  back: checkout(viewOf, { isBack: true }),
  "back-app": checkout(() => viewOf(withApp), { isBack: true }),
  "back-opened": checkout(() => viewOf(opened), { isBack: true }),
  "back-waiting": checkout(() => viewOf(justBack), { isBack: true }),
  declined: checkout(() => viewOf(declined)),
  "declined-phone": checkout(() => viewOf(declined), { shows: "app" }),
  "declined-last-try": checkout(() => viewOf({ ...declined, attemptsLeft: 1 })),
  "not-approved": checkout(() => viewOf({ ...declined, lastDecline: "cancelled" })),
  "confirm-cancel": checkout(viewOf, { confirms: "cancel" }),
  processing: checkout(() => viewOf(processing())),
  "processing-long": checkout(() => viewOf(processing(true))),
  "processing-unapproved": checkout(() => viewOf(processing(false, "missing"))),
  "in-question": checkout(() => viewOf(doubted)),
  "in-question-cancelled": checkout(() =>
    viewOf({ ...ended("cancelled"), isInQuestion: true, returnsByItself: false }),
  ),
  succeeded: checkout(() => viewOf(succeeded())),
  cancelled: checkout(() => viewOf(ended("cancelled"))),
  expired: checkout(() => viewOf(ended("expired"))),
  superseded: checkout(() => viewOf(ended("superseded"))),
  failed: checkout(() => viewOf(ended("failed"))),
  "ready-two-ways": checkout(offered),
  transfer: checkout(offered, { shows: "transfer" }),
  "transfer-phone": checkout(offered, { shows: "transfer", isPhone: true }),
  "transfer-only": checkout(onlyByTransfer, { shows: "transfer" }),
  "transfer-only-phone": checkout(onlyByTransfer, { shows: "transfer", isPhone: true }),
  "transfer-waiting": checkout(reported),
  "transfer-not-sent": checkout(reported, { confirms: "unsent" }),
  receipt: receipt({ view: () => viewOf(succeeded()) }),
  "receipt-shared": receipt({ view: () => viewOf(succeeded()), isShared: true }),
  "receipt-app": receipt({ view: () => viewInApp(succeeded()), bankName: "Sandbox Bank" }),
};
