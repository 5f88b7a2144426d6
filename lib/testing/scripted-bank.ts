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

/** A bank in memory that does what a test says, behind the real port. Each has payments of its own. */
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

  function report({ order, state, reported }: Payment): PaymentReport {
    const told = { ...order, ...reported };
    return {
      state,
      bankStatus: STATUS[state],
      order: {
        endToEndId: told.endToEndId,
        amount: told.amount,
        currency: told.currency,
        payeeIban: told.payee.iban,
      },
    };
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
      // The same X-Request-ID asks for the same payment, and so does the body; the payer's network may have changed, and
      // what an OAuth2 server is to answer with is no part of the order.
      const known = payments.get(order.requestId);
      const { payerIp, state } = known?.order ?? order;
      if (known && !isDeepStrictEqual(known.order, { ...order, payerIp, state })) {
        throw new BankError("refused", "the request id was used for another order");
      }
      // As no two banks of the world do, no other bank of a test has a payment of this name.
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

  const banks = ["scripted", "scripted-two"];
  const directory: BankDirectory = {
    banksFor: async () => banks.map((id) => ({ id, name: id, country: "NL" })),
    connectorFor: (bankId) => (banks.includes(bankId) ? connector : undefined),
  };

  return {
    directory,
    calls,
    payments: () => [...payments.values()],
    /** The orders that were refused, oldest first. */
    refused: () => [...refused],
    /** Refuses outright each order that `isRefused` picks. */
    refuse(isRefused: ((order: PaymentOrder) => boolean) | undefined) {
      refuses = isRefused;
    },
    /** The payer, or the bank, moves the payment made by the latest start. */
    decide(state: PaymentState, reported?: Partial<PaymentOrder>) {
      const payment = [...payments.values()].at(-1);
      if (!payment) throw new Error("no payment was started");
      payment.state = state;
      if (reported) payment.reported = reported;
    },
    setDown(down: boolean) {
      isDown = down;
    },
    /** Cancels nothing it is asked to. */
    keepsOpen(stubborn: boolean) {
      isStubborn = stubborn;
    },
    /** Takes orders, but names no address to approve them at. */
    hideAddress(isHidden: boolean) {
      hidesAddress = isHidden;
    },
    /** Runs once, while the bank has the next order but has not answered yet. */
    whileAnswering(work: () => Promise<void>) {
      beforeAnswer = work;
    },
    /** Runs whenever the bank is asked to cancel, before it does. */
    whileCancelling(work: (() => Promise<void>) | undefined) {
      beforeCancel = work;
    },
  };
}
