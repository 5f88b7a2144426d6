import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { BankDirectory } from "#lib/banks/connector.ts";
import {
  type BankConnector,
  BankError,
  type PaymentOrder,
  type PaymentReport,
  type PaymentState,
} from "#lib/banks/connector.ts";

type Payment = {
  id: string;
  order: PaymentOrder;
  state: PaymentState;
  reported?: Partial<PaymentOrder>;
};

const STATUS: Record<PaymentState, string> = {
  open: "RCVD",
  processing: "ACSP",
  succeeded: "ACSC",
  declined: "RJCT",
  cancelled: "CANC",
};

const BANKS = ["scripted", "scripted-two"];

const EVERY_CURRENCY = { currenciesInstead: async () => undefined, hasBank: async () => true };

/** In memory, behind the real port, with its own payments. */
export function createScriptedBank() {
  const payments = new Map<string, Payment>();
  const calls = { start: 0, read: 0, cancel: 0 };
  let [isDown, isStubborn, hidesAddress] = [false, false, false];
  let refuses: ((order: PaymentOrder) => boolean) | undefined;
  const refused: PaymentOrder[] = [];
  let beforeAnswer: (() => Promise<void>) | undefined;
  let beforeCancel: (() => Promise<void>) | undefined;

  const unavailable = () => new BankError("unreachable", "the scripted bank is down");

  function find(paymentId: string): Payment {
    const payment = [...payments.values()].find(({ id }) => id === paymentId);
    if (!payment) throw new BankError("unexpected_answer", "no such payment");
    return payment;
  }

  function takePause(): Promise<void> | undefined {
    const pause = beforeAnswer;
    beforeAnswer = undefined;
    return pause?.();
  }

  const connector: BankConnector = {
    async startPayment(order) {
      calls.start++;
      if (isDown) throw unavailable();
      if (refuses?.(order)) {
        refused.push(order);
        await takePause();
        throw new BankError("refused", "the bank answered 400 PAYMENT_FAILED");
      }
      // One X-Request-ID is one order. The payer's IP may change, and the OAuth2 `state` is no part of the order.
      const known = payments.get(order.requestId);
      const { payerIp, state } = known?.order ?? order;
      if (known && !isDeepStrictEqual(known.order, { ...order, payerIp, state })) {
        throw new BankError("refused", "the request id was used for another order");
      }
      // Unique across all banks of a test, as in the real world.
      const payment = known ?? { id: `payment-${randomUUID()}`, order, state: "open" };
      payments.set(order.requestId, payment);
      await takePause();
      const approvalUrl = hidesAddress ? undefined : `https://bank.example/approve/${payment.id}`;
      return { paymentId: payment.id, approvalUrl, report: report(payment) };
    },
    async readPayment({ paymentId }) {
      calls.read++;
      if (isDown) throw unavailable();
      return report(find(paymentId));
    },
    async cancelPayment({ paymentId }) {
      calls.cancel++;
      if (isDown) throw unavailable();
      await beforeCancel?.();
      const payment = find(paymentId);
      if (payment.state === "open" && !isStubborn) payment.state = "cancelled";
      return report(payment);
    },
  };

  const directory: BankDirectory = {
    banksFor: async () => BANKS.map((id) => ({ id, name: id, country: "NL" })),
    ...EVERY_CURRENCY,
    connectorFor: (bankId) => (BANKS.includes(bankId) ? connector : undefined),
  };

  return {
    directory,
    calls,
    payments: () => [...payments.values()],
    /** Oldest first. */
    refused: () => [...refused],
    refuse(isRefused: ((order: PaymentOrder) => boolean) | undefined) {
      refuses = isRefused;
    },
    /** Applies to the latest payment. */
    decide(state: PaymentState, reported?: Partial<PaymentOrder>) {
      const payment = [...payments.values()].at(-1);
      if (!payment) throw new Error("no payment was started");
      payment.state = state;
      if (reported) payment.reported = reported;
    },
    setDown(down: boolean) {
      isDown = down;
    },
    /** Ignores cancellations. */
    keepsOpen(stubborn: boolean) {
      isStubborn = stubborn;
    },
    /** Accepts orders without an approval URL. */
    hideAddress(isHidden: boolean) {
      hidesAddress = isHidden;
    },
    /** Runs once, after the bank takes the next order and before it responds. */
    whileAnswering(work: () => Promise<void>) {
      beforeAnswer = work;
    },
    /** Runs before every cancellation. */
    whileCancelling(work: (() => Promise<void>) | undefined) {
      beforeCancel = work;
    },
  };
}

function report({ order, state, reported }: Payment): PaymentReport {
  const { endToEndId, amount, currency, payee } = { ...order, ...reported };
  return {
    state,
    bankStatus: STATUS[state],
    order: {
      endToEndId,
      amount,
      currency,
      payeeIban: payee.iban,
    },
  };
}
