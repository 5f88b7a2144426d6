import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { BankDirectory } from "#lib/banks/connector.ts";
import {
  type Approval,
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
  reported?: Reported;
};

type Reported = Partial<Omit<PaymentOrder, "endToEndId">> & {
  endToEndId?: string | undefined;
  /** Shows no order. */
  isHidden?: boolean;
  bankStatus?: string;
  isApprovalKnown?: boolean;
};

const STATUS: Record<PaymentState, string> = {
  open: "RCVD",
  processing: "ACSP",
  succeeded: "ACSC",
  declined: "RJCT",
  cancelled: "CANC",
};

type Ways = {
  isDown: boolean;
  isStubborn: boolean;
  approval: "address" | Approval | undefined;
};

const BANKS = ["scripted", "scripted-two"];

const EVERY_CURRENCY = { currenciesInstead: async () => undefined, hasBank: async () => true };

/** In memory, behind the real port, with its own payments. */
export function createScriptedBank() {
  const payments = new Map<string, Payment>();
  const calls = { start: 0, read: 0, cancel: 0 };
  const ways: Ways = { isDown: false, isStubborn: false, approval: "address" };
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
      if (ways.isDown) throw unavailable();
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
      const address = {
        kind: "address",
        url: `https://bank.example/approve/${payment.id}`,
      } as const;
      const approval = ways.approval === "address" ? address : ways.approval;
      return { paymentId: payment.id, approval, report: report(payment) };
    },
    async readPayment({ paymentId }) {
      calls.read++;
      if (ways.isDown) throw unavailable();
      return report(find(paymentId));
    },
    async cancelPayment({ paymentId }) {
      calls.cancel++;
      if (ways.isDown) throw unavailable();
      await beforeCancel?.();
      const payment = find(paymentId);
      if (payment.state === "open" && !ways.isStubborn) payment.state = "cancelled";
      return report(payment);
    },
  };

  const directory: BankDirectory = {
    banksFor: async () => BANKS.map((id) => ({ id, name: id, country: "NL" })),
    ...EVERY_CURRENCY,
    connectorFor: (bankId) => (BANKS.includes(bankId) ? connector : undefined),
  };

  return {
    ...createSwitches(ways),
    directory,
    calls,
    payments: () => [...payments.values()],
    /** Oldest first. */
    refused: () => [...refused],
    refuse(isRefused: ((order: PaymentOrder) => boolean) | undefined) {
      refuses = isRefused;
    },
    /** Applies to the latest payment. */
    decide(state: PaymentState, reported?: Reported) {
      const payment = [...payments.values()].at(-1);
      if (!payment) throw new Error("no payment was started");
      payment.state = state;
      if (reported) payment.reported = reported;
    },
    settings: connector,
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

function createSwitches(ways: Ways) {
  return {
    setDown(down: boolean) {
      ways.isDown = down;
    },
    /** Ignores cancellations. */
    keepsOpen(stubborn: boolean) {
      ways.isStubborn = stubborn;
    },
    /** Accepts orders without an approval URL. */
    hideAddress(isHidden: boolean) {
      ways.approval = isHidden ? undefined : "address";
    },
    /** Asks the payer in its app, in these words. */
    decouple(message: string | undefined) {
      ways.approval = { kind: "wait", message };
    },
  };
}

function report({ order, state, reported }: Payment): PaymentReport {
  const { endToEndId, amount, currency, payee } = { ...order, ...reported };
  const { isHidden, isApprovalKnown, bankStatus = STATUS[state] } = reported ?? {};
  return {
    state,
    bankStatus,
    ...(isApprovalKnown !== undefined && { isApprovalKnown }),
    ...(!isHidden && { order: { endToEndId, amount, currency, payeeIban: payee.iban } }),
  };
}
